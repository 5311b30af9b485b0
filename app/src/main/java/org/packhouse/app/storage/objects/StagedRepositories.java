package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.eclipse.jgit.lib.Constants;
import org.packhouse.app.platform.node.Checkpoint;
import org.springframework.stereotype.Component;

/** Makes bare repositories to be filled, each in the folder of a session of this process. */
@Component
public class StagedRepositories {

  private static final List<String> FOLDERS =
      List.of("objects/info", "objects/pack", "refs/heads", "refs/tags");

  private final SessionFolders folders;
  private final RepositoryStorage storage;
  private final RepositoryFolders repositories;
  private final Checkpoint checkpoint;

  StagedRepositories(
      SessionFolders folders,
      RepositoryStorage storage,
      RepositoryFolders repositories,
      Checkpoint checkpoint) {
    this.folders = folders;
    this.storage = storage;
    this.repositories = repositories;
    this.checkpoint = checkpoint;
  }

  /**
   * Makes an empty one, with the config that every repository here has.
   *
   * @param session the session that the work belongs to: when it ends, the folder goes
   * @param repositoryId the repository that its objects will go into
   * @return to be closed by the caller
   */
  public StagedRepository create(UUID session, long repositoryId) throws IOException {
    JGitDefaults.install();
    Path folder = folders.create(session, repositoryId + "-staged-" + UUID.randomUUID());
    for (String name : FOLDERS) {
      Files.createDirectories(folder.resolve(name));
    }
    Files.write(folder.resolve(RepositoryConfig.FILE), RepositoryConfig.content());
    pointHead(folder, "refs/heads/main");
    return new StagedRepository(
        folder,
        new FolderQuarantine(
            repositoryId, folder.resolve("objects"), storage, repositories, checkpoint));
  }

  private static void pointHead(Path folder, String branch) throws IOException {
    Files.write(
        folder.resolve(Constants.HEAD), ("ref: " + branch + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
