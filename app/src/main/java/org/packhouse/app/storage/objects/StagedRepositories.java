package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.packhouse.app.platform.node.Checkpoint;
import org.packhouse.app.storage.pack.PackCloser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Creates bare repositories for imports, in the directory of a session. */
@Component
public class StagedRepositories {

  private static final List<String> DIRECTORIES =
      List.of("objects/info", "objects/pack", "refs/heads", "refs/tags");

  private final SessionDirectories directories;
  private final RepositoryStorage storage;
  private final RepositoryDirectories repositories;
  private final PackCloser closer;
  private final Checkpoint checkpoint;

  StagedRepositories(
      SessionDirectories directories,
      RepositoryStorage storage,
      RepositoryDirectories repositories,
      PackCloser closer,
      Checkpoint checkpoint) {
    this.directories = directories;
    this.storage = storage;
    this.repositories = repositories;
    this.closer = closer;
    this.checkpoint = checkpoint;
  }

  /** Creates an empty repository, removed with the session, for a target repository. */
  public StagedRepository create(UUID session, long repositoryId) throws IOException {
    JGitDefaults.install();
    Path directory = directories.create(session, repositoryId + "-staged-" + UUID.randomUUID());
    for (String name : DIRECTORIES) {
      Files.createDirectories(directory.resolve(name));
    }
    Files.write(directory.resolve(RepositoryConfig.FILE), RepositoryConfig.content());
    pointHead(directory, "refs/heads/main");
    return new StagedRepository(
        directory,
        new DirectoryQuarantine(
            repositoryId,
            directory.resolve("objects"),
            List.of(),
            storage,
            repositories,
            closer,
            checkpoint));
  }

  private static void pointHead(Path directory, String branch) throws IOException {
    Files.write(
        directory.resolve(Constants.HEAD),
        ("ref: " + branch + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** An isolated bare repository, checked before its objects migrate into the target repository. */
  public static final class StagedRepository implements Quarantine {

    private static final Logger LOG = LoggerFactory.getLogger(StagedRepository.class);

    private final Path directory;
    private final DirectoryQuarantine objects;

    StagedRepository(Path directory, DirectoryQuarantine objects) {
      this.directory = directory;
      this.objects = objects;
    }

    /** Returns {@code GIT_DIR} for the commands that fill it. */
    public Path directory() {
      return directory;
    }

    @Override
    public Path objectDirectory() {
      return objects.objectDirectory();
    }

    @Override
    public Map<String, String> environment() {
      return objects.environment();
    }

    @Override
    public long size() throws IOException {
      return objects.size();
    }

    /** Opens it with its own refs. */
    @Override
    public Repository open() throws IOException {
      return new FileRepositoryBuilder()
          .setBare()
          .setMustExist(true)
          .setGitDir(directory.toFile())
          .build();
    }

    @Override
    public void flushed(Path pack) {
      objects.flushed(pack);
    }

    @Override
    public void discard() throws IOException {
      objects.discard();
    }

    @Override
    public void migrate() throws IOException {
      objects.migrate();
    }

    @Override
    public void close() {
      try {
        DurableFiles.deleteRecursively(directory);
      } catch (IOException e) {
        // Migrated objects are safe; the directory is removed with the session.
        LOG.warn("Cannot remove {}", directory, e);
      }
    }
  }
}
