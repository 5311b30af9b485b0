package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
 * Finds objects in many small packs, by one index that new packs are added to. JGit asks one pack
 * after the other for each object, and all of them for how it is stored: for 3,000 objects in 1,000
 * packs three million searches. Thread-safe. Finds nothing where JGit has none of {@link
 * PackCalls}.
 */
final class SmallPacks {

  private static final Logger LOG = LoggerFactory.getLogger(SmallPacks.class);

  /** With fewer packs JGit finds an object as fast. */
  private static final int MIN_PACKS = 30;

  /** Known packs that may be unlisted: a later push lists them, too. */
  private static final int MAX_UNLISTED = 10;

  /** Objects of a small pack. */
  private static final long MAX_OBJECTS = 10_000;

  /** Objects of all indexed packs, of about 100 bytes of heap each. */
  private static final long MAX_READ = 60_000;

  private final @Nullable PackCalls calls = PackCalls.found();
  private final Map<AnyObjectId, Pack> packs = new ConcurrentHashMap<>();
  private final Set<Pack> looked = new HashSet<>();
  private long left = MAX_READ;

  private SmallPacks() {}

  /** Indexes packs, the latest first as in JGit's order; a few are not worth it. */
  static SmallPacks of(Collection<Pack> packs) {
    return with(new SmallPacks(), packs);
  }

  /**
   * Adds the listed packs that {@code known} lacks and returns {@code known}. Rebuilds the index if
   * more than {@value #MAX_UNLISTED} of its packs are no longer listed; for fewer than {@value
   * #MIN_PACKS} packs, which JGit searches as fast, the index is empty.
   */
  static SmallPacks with(SmallPacks known, Collection<Pack> packs) {
    if (packs.size() < MIN_PACKS || known.calls == null) {
      return new SmallPacks();
    }
    if (known.readOthers(packs)) {
      return known;
    }
    SmallPacks anew = new SmallPacks();
    anew.readOthers(packs);
    return anew;
  }

  /** Indexes the new packs, and returns true, unless too many known ones are unlisted. */
  private synchronized boolean readOthers(Collection<Pack> listed) {
    List<Pack> others = new ArrayList<>();
    for (Pack pack : listed) {
      if (!looked.contains(pack)) {
        others.add(pack);
      }
    }
    int unlisted = looked.size() - (listed.size() - others.size());
    if (unlisted > MAX_UNLISTED) {
      return false;
    }
    looked.addAll(others);
    others.forEach(this::read);
    return true;
  }

  private void read(Pack pack) {
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

  int size() {
    return packs.size();
  }

  /** Returns the pack that holds an object; null: it may be anywhere else. */
  @Nullable Pack find(AnyObjectId id) {
    return packs.get(id);
  }

  /** Opens an object; null: it may be anywhere else. */
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
   * Selects representations as {@code ObjectReuseAsIs.selectObjectRepresentation} does, and returns
   * objects that may be anywhere else.
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
