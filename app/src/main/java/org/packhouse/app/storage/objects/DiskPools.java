package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.RepositoryCache;
import org.eclipse.jgit.util.FS;
import org.springframework.stereotype.Component;

/** Pools beside the repositories, on their file system, so that packs can be linked. */
@Component
class DiskPools implements Pools {

  private static final String HEAD = Constants.R_HEADS + Constants.MASTER;

  private final RepositoryStorage storage;

  DiskPools(RepositoryStorage storage) {
    this.storage = storage;
  }

  @Override
  public void create(long poolId) throws IOException {
    Path folder = storage.poolFolder(poolId);
    if (Files.isDirectory(folder)) {
      return;
    }
    Path parent = folder.resolveSibling(".").normalize();
    DurableFiles.createDirectories(parent);
    Path unfinished = parent.resolve(folder.getFileName() + ".new-" + UUID.randomUUID());
    DiskRepositoryFolders.fill(unfinished, HEAD);
    try {
      Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
      DurableFiles.force(parent);
    } catch (FileSystemException e) {
      DurableFiles.deleteRecursively(unfinished);
      // Two first forks at once: the other one was first.
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
  }

  @Override
  public Path check(long poolId) throws IOException {
    Path folder = storage.poolFolder(poolId);
    RepositoryConfig.check(folder);
    return folder;
  }

  @Override
  public Lent lend(long repositoryId, long poolId, Set<String> lent, Map<String, Long> superseded)
      throws IOException {
    return new PackLending(storage.folder(repositoryId), check(poolId), lent, superseded).run();
  }

  @Override
  public void join(long repositoryId, long poolId) throws IOException {
    Path repository = storage.folder(repositoryId);
    Path objects = repository.resolve("objects").toRealPath();
    Path borrowed = storage.poolFolder(poolId).resolve("objects").toRealPath();
    // Relative, so that the shared home can be moved or mounted elsewhere.
    byte[] alternates = (objects.relativize(borrowed) + "\n").getBytes(StandardCharsets.UTF_8);
    replaceUnlessSame(objects.resolve("info").resolve("alternates"), alternates);
    replaceUnlessSame(repository.resolve(RepositoryConfig.FILE), RepositoryConfig.content(poolId));
  }

  private static void replaceUnlessSame(Path file, byte[] content) throws IOException {
    if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), content)) {
      DurableFiles.replace(file, content);
    }
  }

  @Override
  public void delete(long poolId) throws IOException {
    Path folder = storage.poolFolder(poolId);
    Path doomed = folder.resolveSibling(folder.getFileName() + ".deleted");
    RepositoryCache.unregister(RepositoryCache.FileKey.exact(folder.toFile(), FS.DETECTED));
    DurableFiles.deleteRecursively(doomed);
    try {
      Files.move(folder, doomed, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      return;
    }
    DurableFiles.deleteRecursively(doomed);
  }

  @Override
  public long measure(long poolId) throws IOException {
    return DiskRepositoryFolders.measure(storage.poolFolder(poolId));
  }
}
