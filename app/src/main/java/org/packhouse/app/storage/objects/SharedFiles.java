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
 * A look at files of the shared home that other nodes change. Whatever acts on a file's being
 * absent, or on its being as it was before, or on the value of a ref, looks through this.
 *
 * <p>A client of NFS remembers for up to a minute that a name is not there, and how a file looks,
 * and does not ask in between. Opening a directory makes it ask: what is looked up in the directory
 * from then on is as it was at that moment, or newer. That is one question to the file server, and
 * some microseconds on a local disk. So each name is believed only after its directory was opened,
 * and that a directory is not there only after the one above was.
 *
 * <p>An object of this class is one look: it opens each directory once. Make one when the look
 * begins (when the lock is held, for whoever decides by what is there), use it in one thread, and
 * drop it with the work. It needs no other class and no server:
 *
 * <pre>{@code
 * SharedFiles look = new SharedFiles();
 * byte[] head = look.read(repository.resolve("HEAD")); // null: it is not there
 * }</pre>
 *
 * <p>Two files of one directory that must be read in an order, such as loose refs before {@code
 * packed-refs}, need {@link #open} in between.
 */
public final class SharedFiles {

  private static final int MAX_TRIES = 5;

  private final Set<Path> opened = new HashSet<>();

  /**
   * A directory's content.
   *
   * @param attributes how the directory looked after it was opened and before it was listed
   * @param entries in no order
   */
  public record Listing(BasicFileAttributes attributes, List<Path> entries) {}

  /** Work on an open directory, which may be done again. */
  @FunctionalInterface
  private interface InDirectory<T> {
    T read(DirectoryStream<Path> open) throws IOException;
  }

  /** Work on a file, which may be done again. */
  @FunctionalInterface
  private interface OnFile<T> {
    T read() throws IOException;
  }

  /**
   * Opens a directory, also if this look has opened it before: the names in it are asked for anew.
   *
   * @return whether it is there
   */
  public boolean open(Path directory) throws IOException {
    return inDirectory(directory, _ -> true) != null;
  }

  /** What a directory holds, which is opened for that; null if it is not there. */
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

  /** How a directory looks, which is opened for that; null if it is not there. */
  public @Nullable BasicFileAttributes directoryAttributes(Path directory) throws IOException {
    return inDirectory(directory, _ -> Files.readAttributes(directory, BasicFileAttributes.class));
  }

  /** The content of a file; null if it is not there. */
  public byte @Nullable [] read(Path file) throws IOException {
    return onFile(file, () -> Files.readAllBytes(file));
  }

  /** How a file looks; null if it is not there. */
  public @Nullable BasicFileAttributes attributes(Path file) throws IOException {
    return onFile(
        file,
        () ->
            file.getFileSystem()
                .provider()
                .readAttributesIfExists(file, BasicFileAttributes.class));
  }

  /** Whether there is a file or directory of that name. */
  public boolean exists(Path file) throws IOException {
    return attributes(file) != null;
  }

  /** When a file was modified, which is opened for that; null if it is not there. */
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
      // What the directory above was taken to hold may be out of date: that nothing of the name is
      // there, or that it is a file.
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

  /** A file that was replaced while it was read is read again. */
  private static void throwUnlessStale(IOException failure, int tries) throws IOException {
    if (tries == MAX_TRIES || !isStale(failure)) {
      throw failure;
    }
  }

  /** Whether work failed because another client of the file server removed a file under it. */
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
