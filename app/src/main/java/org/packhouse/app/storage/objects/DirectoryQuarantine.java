package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.Checkpoint;
import org.packhouse.app.storage.pack.PackCloser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A quarantine in a directory of its own, on the file system of the repository. */
final class DirectoryQuarantine implements Quarantine {

  private static final Logger LOG = LoggerFactory.getLogger(DirectoryQuarantine.class);
  private static final String PACK = ".pack";
  private static final String REVERSE_INDEX = ".rev";

  private final long repositoryId;
  private final Path objects;
  private final List<Path> alternates;
  private final Path repository;
  private final RepositoryDirectories repositories;
  private final PackCloser closer;
  private final Checkpoint checkpoint;
  private final Set<String> flushed = new HashSet<>();
  private @Nullable Repository present;
  private @Nullable QuarantineRepository opened;

  /** Takes the quarantine's object directory and those that it borrows from. */
  DirectoryQuarantine(
      long repositoryId,
      Path objects,
      List<Path> alternates,
      RepositoryStorage storage,
      RepositoryDirectories repositories,
      PackCloser closer,
      Checkpoint checkpoint) {
    this.repositoryId = repositoryId;
    this.objects = objects;
    this.alternates = List.copyOf(alternates);
    this.repository = storage.directory(repositoryId);
    this.repositories = repositories;
    this.closer = closer;
    this.checkpoint = checkpoint;
  }

  @Override
  public Path objectDirectory() {
    return objects;
  }

  @Override
  public Map<String, String> environment() {
    return Map.of(
        "GIT_OBJECT_DIRECTORY",
        objects.toString(),
        Alternates.VARIABLE,
        Alternates.of(repository.resolve("objects")));
  }

  @Override
  public long size() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(objects)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  @Override
  public synchronized Repository open() throws IOException {
    QuarantineRepository both = opened;
    if (both == null) {
      FileRepositoryBuilder builder =
          new FileRepositoryBuilder()
              .setBare()
              .setMustExist(true)
              .setGitDir(repository.toFile())
              .setObjectDirectory(objects.toFile());
      OpenRepositoryCache.Opened alone = repositories.openWithPacks(repositoryId);
      present = alone.repository();
      both = new QuarantineRepository(builder, alternates, alone.packs(), closer);
      opened = both;
    }
    both.incrementOpen();
    return both;
  }

  @Override
  public synchronized void flushed(Path pack) {
    flushed.add(baseName(pack));
  }

  /** Returns false for reverse indexes, which their writers do not flush. */
  private boolean isFlushed(Path file) {
    return !file.getFileName().toString().endsWith(REVERSE_INDEX)
        && flushed.contains(baseName(file));
  }

  @Override
  public synchronized void discard() throws IOException {
    closeOpened();
    for (Path file : packFiles().reversed()) {
      Files.deleteIfExists(file);
    }
    flushed.clear();
  }

  @Override
  public synchronized void migrate() throws IOException {
    List<Path> files = packFiles();
    if (files.isEmpty()) {
      return;
    }
    Path target = repository.resolve("objects").resolve("pack");
    for (Path file : files) {
      if (!isFlushed(file)) {
        DurableFiles.force(file);
      }
    }
    Map<String, String> checksums = checksums(files);
    SharedFiles shared = new SharedFiles();
    boolean all = true;
    for (Path file : files) {
      all &= place(file, target.resolve(nameOf(file, checksums)), shared);
      if (isPack(file)) {
        checkpoint.reached(Checkpoint.Step.PACK_MIGRATED);
      }
    }
    DurableFiles.force(target);
    if (all && opened != null) {
      opened.hasMigrated();
    }
    for (Path file : files) {
      if (isPack(file)) {
        repositories.packArrived(repositoryId, target.resolve(nameOf(file, checksums)));
      }
    }
  }

  /**
   * Moves a file into place, unless it exists: replacing it would break readers on other nodes. An
   * existing pack gets a new time, so that housekeeping sees that it has come again. Returns
   * whether the file was moved.
   */
  static boolean place(Path file, Path target, SharedFiles shared) throws IOException {
    if (!shared.exists(target)) {
      Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
      return true;
    }
    if (isPack(file)) {
      try {
        Files.setLastModifiedTime(target, Files.getLastModifiedTime(file));
      } catch (NoSuchFileException e) {
        // Housekeeping has just removed the pack, and its index before.
        Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
        shared.open(target.resolveSibling(".").normalize());
        return true;
      }
    }
    return false;
  }

  private static boolean isPack(Path file) {
    return file.getFileName().toString().endsWith(PACK);
  }

  /**
   * Returns the trailing checksum of each pack by its base name. JGit names a pack after its
   * objects, which other clients pack into other bytes, so it could replace a pack whose index does
   * not match. Named after its bytes, as git does, only an identical pack can replace it.
   */
  private static Map<String, String> checksums(List<Path> files) throws IOException {
    Map<String, String> checksums = new HashMap<>();
    for (Path file : files) {
      if (isPack(file)) {
        try (RandomAccessFile pack = new RandomAccessFile(file.toFile(), "r")) {
          byte[] checksum = new byte[Constants.OBJECT_ID_LENGTH];
          pack.seek(pack.length() - checksum.length);
          pack.readFully(checksum);
          checksums.put(baseName(file), ObjectId.fromRaw(checksum).name());
        }
      }
    }
    return checksums;
  }

  private static String baseName(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.lastIndexOf('.'));
  }

  private static String nameOf(Path file, Map<String, String> checksums) {
    String base = baseName(file);
    String checksum = checksums.get(base);
    String name = file.getFileName().toString();
    return checksum == null ? name : "pack-" + checksum + name.substring(base.length());
  }

  /** Returns packs first and indexes last: a pack is visible once it has an index. */
  private List<Path> packFiles() throws IOException {
    try (Stream<Path> files = Files.list(objects.resolve("pack"))) {
      return files
          .filter(
              file -> file.getFileName().toString().matches("pack-[0-9a-f]{40}\\.(pack|rev|idx)"))
          .sorted(Comparator.comparingInt(DirectoryQuarantine::order))
          .toList();
    }
  }

  private static int order(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(PACK) ? 0 : name.endsWith(".idx") ? 2 : 1;
  }

  private void closeOpened() {
    if (opened != null) {
      opened.close();
      opened = null;
    }
    if (present != null) {
      present.close();
      present = null;
    }
  }

  @Override
  public synchronized void close() {
    closeOpened();
    try {
      DurableFiles.deleteRecursively(objects);
    } catch (IOException e) {
      // The refs may have moved: a successful push must not be reported as failed.
      LOG.warn("Cannot remove quarantine {}", objects, e);
    }
  }
}
