package org.packhouse.app.engine.git.fetch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.file.PackIndex.MutableEntry;
import org.eclipse.jgit.internal.storage.pack.ObjectToPack;
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.internal.storage.pack.StoredObjectRepresentation;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds objects where there are many small packs, as there are after as many pushes: their indexes
 * are read once. JGit asks one pack after the other for each object, and all of them for how it is
 * stored: for 3,000 objects in 1,000 packs it searches three million times.
 *
 * <p>Where a later JGit has none of {@link PackCalls}, all is left to JGit.
 */
final class SmallPacks {

  private static final Logger LOG = LoggerFactory.getLogger(SmallPacks.class);

  /** With fewer packs JGit finds an object as fast. */
  private static final int MIN_PACKS = 30;

  /** Objects of a small pack. */
  private static final long MAX_OBJECTS = 10_000;

  /** Objects of all packs that are read, of about 100 bytes of heap each. */
  private static final long MAX_READ = 60_000;

  private final @Nullable PackCalls calls = PackCalls.found();
  private final Map<AnyObjectId, Pack> packs = new HashMap<>();

  private SmallPacks() {}

  /**
   * Reads the indexes of small packs.
   *
   * @param packs in JGit's order, the latest first
   * @return one that finds nothing if they are few
   */
  static SmallPacks of(Collection<Pack> packs) {
    SmallPacks small = new SmallPacks();
    if (small.calls != null && packs.size() >= MIN_PACKS) {
      small.read(packs);
    }
    return small;
  }

  private void read(Collection<Pack> all) {
    long left = MAX_READ;
    for (Pack pack : all) {
      try {
        long objects = pack.getIndex().getObjectCount();
        if (objects <= MAX_OBJECTS && objects <= left) {
          left -= objects;
          for (MutableEntry entry : pack.getIndex()) {
            packs.putIfAbsent(entry.toObjectId(), pack);
          }
        }
      } catch (IOException e) {
        // It was replaced since it was listed: JGit looks for what was in it.
        LOG.debug("{} is gone", pack, e);
      }
    }
  }

  /** The pack that holds an object; null: it may be anywhere else. */
  @Nullable Pack find(AnyObjectId id) {
    return packs.get(id);
  }

  /**
   * Opens an object.
   *
   * @param cursor JGit's own reader
   * @return null: it may be anywhere else
   */
  @Nullable ObjectLoader open(ObjectReader cursor, AnyObjectId id) {
    Pack pack = packs.get(id);
    if (pack == null || calls == null) {
      return null;
    }
    try {
      return calls.open(pack, cursor, id);
    } catch (IOException e) {
      LOG.debug("{} is gone", pack, e);
      return null;
    }
  }

  /**
   * Tells how objects are stored, as {@code ObjectReuseAsIs.selectObjectRepresentation} does.
   *
   * @param cursor JGit's own reader
   * @return those that may be anywhere else
   */
  List<ObjectToPack> select(
      PackWriter packer, ObjectReader cursor, Iterable<ObjectToPack> objects) {
    List<ObjectToPack> others = new ArrayList<>();
    for (ObjectToPack object : objects) {
      StoredObjectRepresentation stored = representation(cursor, object);
      if (stored == null) {
        others.add(object);
      } else {
        packer.select(object, stored);
      }
    }
    return others;
  }

  private @Nullable StoredObjectRepresentation representation(
      ObjectReader cursor, ObjectToPack object) {
    Pack pack = packs.get(object);
    if (pack == null || calls == null) {
      return null;
    }
    try {
      return calls.representation(pack, cursor, object);
    } catch (IOException e) {
      LOG.debug("{} is gone", pack, e);
      return null;
    }
  }
}
