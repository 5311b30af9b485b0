package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** File operations that survive a power cut. */
public final class DurableFiles {

  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  private static final FileAttribute<?> READ_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r--r--r--"));

  private DurableFiles() {}

  /** Creates a new file durably. */
  public static void write(Path file, byte[] content) throws IOException {
    write(file, content, new FileAttribute<?>[0]);
  }

  /** Creates a read-only file durably, as packs are. */
  static void writeReadOnly(Path file, byte[] content) throws IOException {
    write(file, content, READ_ONLY);
  }

  private static void write(Path file, byte[] content, FileAttribute<?>... attributes)
      throws IOException {
    try (FileChannel channel = FileChannel.open(file, NEW, attributes)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  /** Replaces a file atomically and durably. */
  public static void replace(Path file, byte[] content) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(file + " has no directory");
    }
    Path staged = Files.createTempFile(directory, "." + file.getFileName(), ".new");
    try {
      Files.write(staged, content);
      force(staged);
      Files.move(staged, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(staged);
    }
    force(directory);
  }

  /** Syncs a file, or the entries of a directory, to disk. */
  public static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Creates a directory and its parents, each durably. */
  public static void createDirectories(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directory.getParent();
    if (parent != null) {
      createDirectories(parent);
    }
    Files.createDirectories(directory);
    if (parent != null) {
      force(parent);
    }
  }

  /** Removes a directory tree, of which others may be removing parts. */
  public static void deleteRecursively(Path directory) throws IOException {
    Files.walkFileTree(directory, new Removal());
  }

  private static final class Removal extends SimpleFileVisitor<Path> {

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      return after(failure);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      FileVisitResult next = after(failure);
      Files.deleteIfExists(directory);
      return next;
    }

    private static FileVisitResult after(@Nullable IOException failure) throws IOException {
      if (failure != null && !(failure instanceof NoSuchFileException)) {
        throw failure;
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
