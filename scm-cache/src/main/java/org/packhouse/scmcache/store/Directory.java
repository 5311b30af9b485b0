package org.packhouse.scmcache.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileStore;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.scmcache.ResponseKey;

/**
 * The cache directory of one process: {@code entries/} for stored responses, {@code writing/} for
 * unfinished ones, {@code links/} for a name per client and entry being sent, {@code trash/} for
 * dropped entries still being sent.
 */
final class Directory implements Closeable {

  private final Path root;
  private final FileChannel lockFile;
  private final FileStore disk;
  private final String session = Long.toString(ThreadLocalRandom.current().nextLong() >>> 1, 36);
  private final Mappings mappings = new Mappings();
  private final AtomicLong names = new AtomicLong();
  private final Queue<Path> stuckLinks = new ConcurrentLinkedQueue<>();
  private final Queue<StoredFile> stuckFiles = new ConcurrentLinkedQueue<>();

  private Directory(Path root, FileChannel lockFile) throws IOException {
    this.root = root;
    this.lockFile = lockFile;
    this.disk = Files.getFileStore(root);
  }

  /** Locks or creates the directory and removes unfinished files of a dead process. */
  static Directory take(Path root) throws IOException {
    Files.createDirectories(root);
    Path lock = root.resolve("lock");
    FileChannel lockFile =
        FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock held = tryLock(lockFile);
      if (held == null) {
        throw new IOException(
            "The directory "
                + root
                + " of the SCM cache is used by another process: each needs a directory of its own");
      }
      Directory directory = new Directory(root, lockFile);
      directory.makeDirectories();
      directory.clear();
      return directory;
    } catch (IOException | RuntimeException e) {
      lockFile.close();
      throw e;
    }
  }

  private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  void makeDirectories() throws IOException {
    for (String name : List.of("entries", "writing", "links", "trash")) {
      Files.createDirectories(root.resolve(name));
    }
  }

  private void clear() throws IOException {
    for (String name : List.of("writing", "links", "trash")) {
      for (Path left : list(root.resolve(name))) {
        Files.deleteIfExists(left);
      }
    }
  }

  /** Visits every entry's file, of which there may be many, once. */
  void forEachEntry(BiConsumer<Path, BasicFileAttributes> visitor) throws IOException {
    Files.walkFileTree(
        root.resolve("entries"),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
              visitor.accept(file, attributes);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  Path writing() {
    return root.resolve("writing").resolve(next());
  }

  Path link() {
    return root.resolve("links").resolve(next());
  }

  Path trash() {
    return root.resolve("trash").resolve(next());
  }

  boolean isTrash(Path file) {
    return file.startsWith(root.resolve("trash"));
  }

  /** Retries later to remove a link. */
  void removeLater(Path link) {
    stuckLinks.add(link);
  }

  /** Retries later to remove a file. */
  void removeLater(StoredFile file) {
    stuckFiles.add(file);
  }

  void removeStuck() throws IOException {
    for (Path link = stuckLinks.peek(); link != null; link = stuckLinks.peek()) {
      Files.deleteIfExists(link);
      stuckLinks.remove(link);
    }
    for (int count = stuckFiles.size(); count > 0; count--) {
      StoredFile file = stuckFiles.poll();
      if (file != null) {
        file.removeWhenUnused();
      }
    }
  }

  /** Returns a new name for an entry, in an existing directory. */
  Path entry(ResponseKey key) throws IOException {
    Path shard = root.resolve("entries").resolve(key.digest().substring(0, 2));
    Files.createDirectories(shard);
    return shard.resolve(key.repositoryId() + "-" + key.digest() + "-" + next());
  }

  Mappings mappings() {
    return mappings;
  }

  private String next() {
    return session + "-" + Long.toString(names.incrementAndGet(), 36);
  }

  long usable() throws IOException {
    return disk.getUsableSpace();
  }

  @Override
  public void close() throws IOException {
    mappings.forgetAll();
    lockFile.close();
  }
}
