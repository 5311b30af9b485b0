package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Predicate;

/**
 * Copies regular files from directories that others may be changing; vanished files are skipped.
 */
public final class DirectoryCopy {

  private DirectoryCopy() {}

  public static void copy(Path from, Path to) throws IOException {
    copy(from, to, _ -> true);
  }

  /** Copies the wanted files and directories into a directory that may exist, but not its files. */
  public static void copy(Path from, Path to, Predicate<Path> wanted) throws IOException {
    Files.walkFileTree(from, new Copying(from, to, wanted));
  }

  /** Returns whether the file existed. */
  public static boolean copyFile(Path from, Path to) throws IOException {
    try {
      Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
      return true;
    } catch (NoSuchFileException e) {
      if (Files.exists(from)) {
        throw e;
      }
      return false;
    }
  }

  private static final class Copying extends SimpleFileVisitor<Path> {

    private final Path from;
    private final Path to;
    private final Predicate<Path> wanted;

    Copying(Path from, Path to, Predicate<Path> wanted) {
      this.from = from;
      this.to = to;
      this.wanted = wanted;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      if (!wanted.test(directory)) {
        return FileVisitResult.SKIP_SUBTREE;
      }
      Files.createDirectories(to.resolve(from.relativize(directory)));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (attributes.isRegularFile() && wanted.test(file)) {
        copyFile(file, to.resolve(from.relativize(file)));
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }
  }
}
