package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.Objects;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.file.PackBitmapIndex;
import org.eclipse.jgit.internal.storage.pack.StoredObjectRepresentation;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls JGit's package-private methods that read one pack. Its public ones search all packs and
 * list their directory anew whenever it has changed, most of a fetch's time after many pushes.
 */
final class PackCalls {

  private static final Logger LOG = LoggerFactory.getLogger(PackCalls.class);

  /** Static final for the compiler: method handles in a field are checked at each call. */
  private static final @Nullable Handles HANDLES = find();

  private static final PackCalls CALLS = new PackCalls();

  private PackCalls() {}

  private record Handles(MethodHandle open, MethodHandle representation, MethodHandle bitmaps) {}

  private static @Nullable Handles find() {
    String files = Pack.class.getPackageName();
    try {
      Lookup lookup = MethodHandles.privateLookupIn(Pack.class, MethodHandles.lookup());
      Class<?> cursor = lookup.findClass(files + ".WindowCursor");
      Class<?> stored = lookup.findClass(files + ".LocalObjectRepresentation");
      return new Handles(
          search(lookup, "get", cursor, ObjectLoader.class, ObjectLoader.class),
          search(lookup, "representation", cursor, stored, StoredObjectRepresentation.class),
          lookup.findVirtual(
              Pack.class, "getBitmapIndex", MethodType.methodType(PackBitmapIndex.class)));
    } catch (ReflectiveOperationException | WrongMethodTypeException e) {
      LOG.warn("Fetches after many pushes take longer with this version of JGit: {}", e.toString());
      return null;
    }
  }

  private static MethodHandle search(
      Lookup lookup, String name, Class<?> cursor, Class<?> declared, Class<?> result)
      throws ReflectiveOperationException {
    return lookup
        .findVirtual(Pack.class, name, MethodType.methodType(declared, cursor, AnyObjectId.class))
        .asType(MethodType.methodType(result, Pack.class, ObjectReader.class, AnyObjectId.class));
  }

  /** Looks the methods up; returns null if this JGit lacks them. */
  static @Nullable PackCalls found() {
    return HANDLES == null ? null : CALLS;
  }

  /** Opens an object; null if the pack lacks it. The cursor must be JGit's own reader. */
  @Nullable ObjectLoader open(Pack pack, ObjectReader cursor, AnyObjectId id) throws IOException {
    return call(() -> (@Nullable ObjectLoader) handles().open().invokeExact(pack, cursor, id));
  }

  /** Tells how an object is stored; null if the pack lacks it. */
  @Nullable StoredObjectRepresentation representation(
      Pack pack, ObjectReader cursor, AnyObjectId id) throws IOException {
    return call(() ->
        (@Nullable StoredObjectRepresentation)
            handles().representation().invokeExact(pack, cursor, id));
  }

  /** Returns the pack's bitmaps, which are read once; null if it has none. */
  @Nullable PackBitmapIndex bitmaps(Pack pack) throws IOException {
    return call(() -> (@Nullable PackBitmapIndex) handles().bitmaps().invokeExact(pack));
  }

  private static Handles handles() {
    return Objects.requireNonNull(HANDLES);
  }

  @FunctionalInterface
  private interface Call<T> {
    @Nullable T make() throws Throwable;
  }

  private static <T> @Nullable T call(Call<T> call) throws IOException {
    try {
      return call.make();
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
