package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.eclipse.jgit.lib.Constants;
import org.packhouse.app.platform.node.Checkpoint;
import org.packhouse.app.storage.pack.PackCloser;
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
}
