package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One consistent look at files of the shared home that other nodes change. All decisions by a
 * file's absence, sameness or ref value must use this.
 *
 * <p>An NFS client caches absence and attributes for up to a minute. Opening a directory
 * revalidates the names in it, at the cost of one request. So a name is trusted only after its
 * directory was opened, and a directory's absence only after its parent was.
 *
 * <p>An instance opens each directory once. Create it when the look begins, when the lock is held,
 * and use it in one thread.
 *
 * <pre>{@code byte[] head = new
 * SharedFiles().read(repository.resolve("HEAD"));}</pre>
 *
 * <p>Files of one directory that must be read in order, such as loose refs before {@code
 * packed-refs}, need {@link #open} in between.
 */
public final class SharedFiles {

  private static final int MAX_TRIES = 5;

  private final Set<Path> opened = new HashSet<>();

  /** The unordered entries, and the attributes from between opening and listing the directory. */
  public record Listing(BasicFileAttributes attributes, List<Path> entries) {}

  /** Work on an open directory, which may be repeated. */
  @FunctionalInterface
  private interface InDirectory<T> {
    T read(DirectoryStream<Path> open) throws IOException;
  }

  /** Work on a file, which may be repeated. */
  @FunctionalInterface
  private interface OnFile<T> {
    T read() throws IOException;
  }

  /** Opens a directory, again if need be, and returns whether it exists. */
  public boolean open(Path directory) throws IOException {
    return inDirectory(directory, _ -> true) != null;
  }

  /** Opens and lists a directory; returns null if it is absent. */
  public @Nullable Listing list(Path directory) throws IOException {
    return inDirectory(
        directory,
        open -> {
          BasicFileAttributes attributes =
              Files.readAttributes(directory, BasicFileAttributes.class);
          List<Path> entries = new ArrayList<>();
          open.forEach(entries::add);
          return new Listing(attributes, entries);
        });
  }

  /** Opens a directory and reads its attributes; returns null if it is absent. */
  public @Nullable BasicFileAttributes directoryAttributes(Path directory) throws IOException {
    return inDirectory(directory, _ -> Files.readAttributes(directory, BasicFileAttributes.class));
  }

  /** Returns the content of a file, or null. */
  public byte @Nullable [] read(Path file) throws IOException {
    return onFile(file, () -> Files.readAllBytes(file));
  }

  public @Nullable BasicFileAttributes attributes(Path file) throws IOException {
    return onFile(
        file,
        () ->
            file.getFileSystem()
                .provider()
                .readAttributesIfExists(file, BasicFileAttributes.class));
  }

  public boolean exists(Path file) throws IOException {
    return attributes(file) != null;
  }

  /** Opens a file and returns its modification time, or null if it is absent. */
  public @Nullable FileTime modifiedAt(Path file) throws IOException {
    return onFile(
        file,
        () -> {
          try (var _ = Files.newByteChannel(file)) {
            return Files.getLastModifiedTime(file);
          }
        });
  }

  private <T> @Nullable T inDirectory(Path named, InDirectory<T> work) throws IOException {
    Path directory = named.toAbsolutePath();
    T found = inPresent(directory, work);
    if (found == null) {
      // The parent's cached entry may be stale: absent, or a file.
      Path above = directory.getParent();
      found = above != null && open(above) ? inPresent(directory, work) : null;
    }
    return found;
  }

  private <T> @Nullable T inPresent(Path directory, InDirectory<T> work) throws IOException {
    for (int tries = 1; ; tries++) {
      try (DirectoryStream<Path> open = Files.newDirectoryStream(directory)) {
        T found = work.read(open);
        opened.add(directory);
        return found;
      } catch (NoSuchFileException | NotDirectoryException e) {
        return null;
      } catch (DirectoryIteratorException e) {
        throwUnlessStale(Objects.requireNonNullElse(e.getCause(), new IOException(e)), tries);
      } catch (IOException e) {
        throwUnlessStale(e, tries);
      }
    }
  }

  private <T> @Nullable T onFile(Path file, OnFile<T> work) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null || !(opened.contains(directory) || open(directory))) {
      return null;
    }
    for (int tries = 1; ; tries++) {
      try {
        return work.read();
      } catch (NoSuchFileException e) {
        return null;
      } catch (IOException e) {
        throwUnlessStale(e, tries);
        open(directory);
      }
    }
  }

  /** Allows another try for a file that was replaced while it was read. */
  private static void throwUnlessStale(IOException failure, int tries) throws IOException {
    if (tries == MAX_TRIES || !isStale(failure)) {
      throw failure;
    }
  }

  /** Returns whether another NFS client removed the file in use. */
  public static boolean isStale(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      String message = each.getMessage();
      if (message != null && message.toLowerCase(Locale.ROOT).contains("stale file handle")) {
        return true;
      }
    }
    return false;
  }
}
