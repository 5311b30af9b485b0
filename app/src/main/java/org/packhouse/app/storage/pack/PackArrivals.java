package org.packhouse.app.storage.pack;

import java.io.File;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jgit.internal.storage.file.FileSnapshot;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds new packs to JGit's list of a directory. JGit's {@link ObjectDirectory#openPack} compares
 * the name with all packs, thousands after a minute of pushes; this compares the latest.
 *
 * <p>Falls back on JGit if a later version is built differently.
 */
public final class PackArrivals {

  private static final Logger LOG = LoggerFactory.getLogger(PackArrivals.class);
  private static final @Nullable PackArrivals FOUND = find();

  /** JGit may have listed the new pack meanwhile, latest first; it drops duplicates. */
  private static final int MAX_COMPARED = 32;

  private final MethodHandle directory;
  private final MethodHandle list;
  private final MethodHandle snapshot;
  private final MethodHandle packs;
  private final MethodHandle listOf;

  private PackArrivals(Lookup lookup) throws ReflectiveOperationException {
    String files = Pack.class.getPackageName();
    Class<?> directoryType = lookup.findClass(files + ".PackDirectory");
    Class<?> listType = lookup.findClass(files + ".PackDirectory$PackList");
    Lookup ofDirectory = MethodHandles.privateLookupIn(directoryType, lookup);
    directory =
        lookup
            .findGetter(ObjectDirectory.class, "packed", directoryType)
            .asType(MethodType.methodType(Object.class, ObjectDirectory.class));
    list =
        ofDirectory
            .findGetter(directoryType, "packList", AtomicReference.class)
            .asType(MethodType.methodType(AtomicReference.class, Object.class));
    snapshot =
        ofDirectory
            .findGetter(listType, "snapshot", FileSnapshot.class)
            .asType(MethodType.methodType(FileSnapshot.class, Object.class));
    packs =
        ofDirectory
            .findGetter(listType, "packs", Pack[].class)
            .asType(MethodType.methodType(Pack[].class, Object.class));
    listOf =
        ofDirectory
            .findConstructor(
                listType, MethodType.methodType(void.class, FileSnapshot.class, Pack[].class))
            .asType(MethodType.methodType(Object.class, FileSnapshot.class, Pack[].class));
  }

  private static @Nullable PackArrivals find() {
    try {
      return new PackArrivals(
          MethodHandles.privateLookupIn(ObjectDirectory.class, MethodHandles.lookup()));
    } catch (ReflectiveOperationException | WrongMethodTypeException e) {
      LOG.warn("Pushes after many others take longer with this version of JGit: {}", e.toString());
      return null;
    }
  }

  /** Returns whether this version of JGit is built as expected. */
  static boolean areKnown() {
    return FOUND != null;
  }

  /** Adds a pack without bitmaps, whose file and index are in place. */
  public static Pack add(Repository repository, ObjectDirectory objects, File file)
      throws IOException {
    PackArrivals found = FOUND;
    if (found == null) {
      return objects.openPack(file);
    }
    return found.insert(objects, new Pack(repository.getConfig(), file, null));
  }

  private Pack insert(ObjectDirectory objects, Pack pack) {
    AtomicReference<Object> current = listOf(objects);
    while (true) {
      Object before = current.get();
      Pack[] listed = packsOf(before);
      Pack same = sameOf(listed, pack);
      if (same != null) {
        return same;
      }
      Pack[] more = new Pack[listed.length + 1];
      more[0] = pack;
      System.arraycopy(listed, 0, more, 1, listed.length);
      if (current.compareAndSet(before, after(before, more))) {
        return pack;
      }
    }
  }

  private static @Nullable Pack sameOf(Pack[] listed, Pack pack) {
    // Compare names as JGit does: the paths to the directory may differ.
    String name = pack.getPackFile().getName();
    for (int i = 0; i < Math.min(listed.length, MAX_COMPARED); i++) {
      if (listed[i].getPackFile().getName().equals(name)) {
        return listed[i];
      }
    }
    return null;
  }

  @SuppressWarnings("unchecked") // of a type that is not accessible here
  private AtomicReference<Object> listOf(ObjectDirectory objects) {
    try {
      Object packed = directory.invokeExact(objects);
      return (AtomicReference<Object>) (AtomicReference<?>) list.invokeExact(packed);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private static IllegalStateException unexpected(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(e);
  }

  private Pack[] packsOf(Object before) {
    try {
      return (Pack[]) packs.invokeExact(before);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  private Object after(Object before, Pack[] more) {
    try {
      FileSnapshot taken = (FileSnapshot) snapshot.invokeExact(before);
      return listOf.invokeExact(taken, more);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }
}
