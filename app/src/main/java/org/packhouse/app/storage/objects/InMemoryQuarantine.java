package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.PackParser;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.Checkpoint;
import org.packhouse.app.storage.pack.InMemoryPack;
import org.packhouse.app.storage.pack.InMemoryPackParser;
import org.packhouse.app.storage.pack.KnownObjects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A quarantine that keeps a small pack in memory: creating, reading and removing a directory took
 * longer than all checks of its objects.
 *
 * <p>Callers that need a directory, such as native git, get one with the pack in it, and from then
 * on the directory counts. Otherwise the pack's files are written on migration, in the session's
 * directory: see {@link SessionDirectories}.
 */
final class InMemoryQuarantine implements Quarantine {

  private static final Logger LOG = LoggerFactory.getLogger(InMemoryQuarantine.class);
  private static final String PACK = ".pack";
  private static final String INDEX = ".idx";

  private final long repositoryId;
  private final Directories directories;
  private final Path target;
  private final Path session;
  private final RepositoryDirectories repositories;
  private final Semaphore memory;
  private final Checkpoint checkpoint;
  private int taken;
  private OpenRepositoryCache.@Nullable Opened present;
  private @Nullable InMemoryPack parsed;
  private @Nullable InMemoryQuarantineRepository opened;
  private @Nullable Quarantine directory;

  @FunctionalInterface
  interface Directories {
    Quarantine make() throws IOException;
  }

  /**
   * The directory is created once at most; {@code memory} bounds the bytes of all such quarantines.
   */
  InMemoryQuarantine(
      long repositoryId,
      Directories directories,
      RepositoryStorage storage,
      Path session,
      RepositoryDirectories repositories,
      Semaphore memory,
      Checkpoint checkpoint) {
    this.repositoryId = repositoryId;
    this.directories = directories;
    this.target = storage.directory(repositoryId).resolve("objects").resolve("pack");
    this.session = session;
    this.repositories = repositories;
    this.memory = memory;
    this.checkpoint = checkpoint;
  }

  @Override
  public Path objectDirectory() {
    return uncheckedDirectory().objectDirectory();
  }

  @Override
  public Map<String, String> environment() {
    return uncheckedDirectory().environment();
  }

  private Quarantine uncheckedDirectory() {
    try {
      return directory();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized Quarantine directory() throws IOException {
    Quarantine made = directory;
    if (made == null) {
      made = directories.make();
      try {
        InMemoryPack pack = parsed;
        if (pack != null && !pack.isEmpty()) {
          Path packs = made.objectDirectory().resolve("pack");
          Files.write(packs.resolve(pack.baseName() + PACK), pack.pack());
          Files.write(packs.resolve(pack.baseName() + INDEX), pack.index());
        }
      } catch (IOException e) {
        made.close();
        throw e;
      }
      directory = made;
    }
    return made;
  }

  @Override
  public synchronized @Nullable PackParser newInMemoryParser(
      InputStream pack, int size, long unpacked) throws IOException {
    int needed = Math.toIntExact(size + unpacked);
    if (directory != null || taken > 0 || !memory.tryAcquire(needed)) {
      return null;
    }
    taken = needed;
    OpenRepositoryCache.Opened repository = repositories.openWithPacks(repositoryId);
    present = repository;
    KnownObjects known =
        new KnownObjects(repository.repository().getObjectDatabase(), repository.packs());
    return new InMemoryPackParser(known, pack, size, complete -> parsed = complete);
  }

  @Override
  public synchronized Repository open() throws IOException {
    InMemoryPack pack = parsed;
    OpenRepositoryCache.Opened repository = present;
    if (directory != null || pack == null || repository == null) {
      return directory().open();
    }
    InMemoryQuarantineRepository both = opened;
    if (both == null) {
      both = new InMemoryQuarantineRepository(repository.repository(), repository.packs(), pack);
      opened = both;
    }
    return both;
  }

  @Override
  public synchronized long size() throws IOException {
    InMemoryPack pack = parsed;
    if (directory != null) {
      return directory.size();
    }
    return pack == null ? 0 : pack.pack().length + pack.index().length;
  }

  @Override
  public synchronized void flushed(Path pack) {
    if (directory != null) {
      directory.flushed(pack);
    }
  }

  @Override
  public synchronized void discard() throws IOException {
    parsed = null;
    opened = null;
    if (directory != null) {
      directory.discard();
    }
  }

  @Override
  public synchronized void migrate() throws IOException {
    InMemoryPack pack = parsed;
    if (directory != null) {
      directory.migrate();
    } else if (pack != null && !pack.isEmpty()) {
      migrate(pack);
    }
  }

  private void migrate(InMemoryPack pack) throws IOException {
    String name = repositoryId + "-" + UUID.randomUUID();
    Path packFile = session.resolve(name + PACK);
    Path indexFile = session.resolve(name + INDEX);
    Path arrived = target.resolve(pack.baseName() + PACK);
    boolean all = false;
    try {
      DurableFiles.writeReadOnly(packFile, pack.pack());
      DurableFiles.writeReadOnly(indexFile, pack.index());
      SharedFiles shared = new SharedFiles();
      all = DirectoryQuarantine.place(packFile, arrived, shared);
      checkpoint.reached(Checkpoint.Step.PACK_MIGRATED);
      all &= DirectoryQuarantine.place(indexFile, target.resolve(pack.baseName() + INDEX), shared);
    } finally {
      if (!all) {
        // The pack existed already, or moving it failed.
        remove(packFile);
        remove(indexFile);
      }
    }
    DurableFiles.force(target);
    repositories.packArrived(repositoryId, arrived);
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // Removed with the session.
      LOG.warn("Cannot remove {}", file, e);
    }
  }

  @Override
  public synchronized void close() {
    memory.release(taken);
    taken = 0;
    parsed = null;
    opened = null;
    if (present != null) {
      present.repository().close();
      present = null;
    }
    if (directory != null) {
      directory.close();
      directory = null;
    }
  }
}
