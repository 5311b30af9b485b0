package org.packhouse.app.engine.git.fetch;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
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
 * <p>JGit offers no way to ask one pack alone, so that its methods are called which do; where a
 * later JGit has others, all is left to JGit.
 */
final class SmallPacks {

  private static final Logger LOG = LoggerFactory.getLogger(SmallPacks.class);
  private static final @Nullable Calls CALLS = calls();

  /** With fewer packs JGit finds an object as fast. */
  private static final int MIN_PACKS = 30;

  /** Objects of a small pack. */
  private static final long MAX_OBJECTS = 10_000;

  /** Objects of all packs that are read, of about 100 bytes of heap each. */
  private static final long MAX_READ = 60_000;

  private final Map<AnyObjectId, Pack> packs = new HashMap<>();

  private SmallPacks() {}

  /** JGit's methods that ask one pack. */
  private record Calls(MethodHandle open, MethodHandle representation) {}

  private static @Nullable Calls calls() {
    String files = Pack.class.getPackageName();
    try {
      Lookup lookup = MethodHandles.privateLookupIn(Pack.class, MethodHandles.lookup());
      Class<?> cursor = lookup.findClass(files + ".WindowCursor");
      Class<?> stored = lookup.findClass(files + ".LocalObjectRepresentation");
      return new Calls(
          call(lookup, "get", cursor, ObjectLoader.class, ObjectLoader.class),
          call(lookup, "representation", cursor, stored, StoredObjectRepresentation.class));
    } catch (ReflectiveOperationException | WrongMethodTypeException e) {
      LOG.warn("Fetches after many pushes take longer with this version of JGit: {}", e.toString());
      return null;
    }
  }

  private static MethodHandle call(
      Lookup lookup, String name, Class<?> cursor, Class<?> declared, Class<?> result)
      throws ReflectiveOperationException {
    return lookup
        .findVirtual(Pack.class, name, MethodType.methodType(declared, cursor, AnyObjectId.class))
        .asType(MethodType.methodType(result, Pack.class, ObjectReader.class, AnyObjectId.class));
  }

  /**
   * Reads the indexes of small packs.
   *
   * @param packs in JGit's order, the latest first
   * @return one that finds nothing if they are few
   */
  static SmallPacks of(Collection<Pack> packs) {
    SmallPacks small = new SmallPacks();
    if (CALLS != null && packs.size() >= MIN_PACKS) {
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
    return pack == null || CALLS == null
        ? null
        : (ObjectLoader) ask(CALLS.open(), pack, cursor, id);
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
      Pack pack = packs.get(object);
      Object stored =
          pack == null || CALLS == null ? null : ask(CALLS.representation(), pack, cursor, object);
      if (stored == null) {
        others.add(object);
      } else {
        packer.select(object, (StoredObjectRepresentation) stored);
      }
    }
    return others;
  }

  private static @Nullable Object ask(
      MethodHandle call, Pack pack, ObjectReader cursor, AnyObjectId id) {
    try {
      return call.invoke(pack, cursor, id);
    } catch (IOException e) {
      LOG.debug("{} is gone", pack, e);
      return null;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
