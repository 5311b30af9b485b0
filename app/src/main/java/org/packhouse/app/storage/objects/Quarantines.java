package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.packhouse.app.platform.node.Checkpoint;
import org.packhouse.app.platform.node.SharedHomeBulkhead;
import org.packhouse.app.storage.pack.PackCloser;
import org.springframework.stereotype.Component;

/** Creates quarantines in the directory of this process's session. */
@Component
public class Quarantines {

  /** The share of the heap that all packs in memory may take. */
  private static final int HELD_SHARE = 64;

  private final SessionDirectories directories;
  private final RepositoryStorage storage;
  private final RepositoryDirectories repositories;
  private final StoreSpace space;
  private final PackCloser closer;
  private final SharedHomeBulkhead bulkhead;
  private final Checkpoint checkpoint;
  private final Semaphore memory =
      new Semaphore(
          Math.clamp(Runtime.getRuntime().maxMemory() / HELD_SHARE, 0, Integer.MAX_VALUE));

  Quarantines(
      SessionDirectories directories,
      RepositoryStorage storage,
      RepositoryDirectories repositories,
      StoreSpace space,
      PackCloser closer,
      SharedHomeBulkhead bulkhead,
      Checkpoint checkpoint) {
    this.space = space;
    this.closer = closer;
    this.bulkhead = bulkhead;
    this.directories = directories;
    this.storage = storage;
    this.repositories = repositories;
    this.checkpoint = checkpoint;
  }

  /** Creates an empty quarantine, if there is space. */
  public Quarantine create(long repositoryId) throws IOException {
    return bulkhead.run(() -> make(repositoryId));
  }

  /** Creates a quarantine that keeps a small pack in memory, without a directory if possible. */
  public Quarantine createForPack(long repositoryId) throws IOException {
    space.check();
    return new InMemoryQuarantine(
        repositoryId,
        () -> create(repositoryId),
        storage,
        bulkhead.run(directories::current),
        repositories,
        memory,
        checkpoint);
  }

  private Quarantine make(long repositoryId) throws IOException {
    space.check();
    Path repository = storage.directory(repositoryId);
    Path objects = directories.create(repositoryId + "-" + UUID.randomUUID());
    List<Path> alternates;
    try {
      alternates = alternates(repository);
      Files.createDirectory(objects.resolve("pack"));
    } catch (IOException e) {
      DurableFiles.deleteRecursively(objects);
      throw e;
    }
    return new DirectoryQuarantine(
        repositoryId, objects, alternates, storage, repositories, closer, checkpoint);
  }

  /** Names repository and pool: JGit may have read the alternates before the repository joined. */
  private List<Path> alternates(Path repository) throws IOException {
    Long pool = RepositoryConfig.check(repository);
    Path own = repository.resolve("objects").toAbsolutePath();
    return pool == null
        ? List.of(own)
        : List.of(own, storage.poolDirectory(pool).resolve("objects").toAbsolutePath());
  }
}
