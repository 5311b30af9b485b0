package org.packhouse.app.storage.content;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.packhouse.app.storage.objects.RepositoryFolders;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.springframework.stereotype.Component;

/** Opens repositories for reading in process. */
@Component
public class OpenRepositories {

  private final RepositoryFolders folders;
  private final Refs refs;

  OpenRepositories(RepositoryFolders folders, Refs refs) {
    this.folders = folders;
    this.refs = refs;
  }

  /**
   * Opens a repository.
   *
   * @return to be closed by the caller
   * @throws IOException if it is not there or cannot be read
   */
  public OpenRepository open(long repositoryId) throws IOException {
    // Refs first: whatever they name is on disk by then.
    RefSnapshot snapshot = refs.snapshot(repositoryId);
    return new OpenRepository(repositoryId, folders.open(repositoryId), snapshot);
  }

  /**
   * Opens a repository in such a way that the objects of another one can be read too.
   *
   * @return to be closed by the caller
   * @throws IOException if one is not there or cannot be read
   */
  public OpenRepository open(long repositoryId, long otherId) throws IOException {
    if (repositoryId == otherId) {
      return open(repositoryId);
    }
    RefSnapshot snapshot = refs.snapshot(repositoryId);
    Path folder = folders.check(repositoryId);
    FileRepositoryBuilder builder =
        new FileRepositoryBuilder().setGitDir(folder.toFile()).setBare().setMustExist(true);
    builder.addAlternateObjectDirectory(folders.check(otherId).resolve(Constants.OBJECTS).toFile());
    // Alternates that are given take the place of those in the file.
    for (String alternate : alternates(folder)) {
      builder.addAlternateObjectDirectory(
          folder.resolve(Constants.OBJECTS).resolve(alternate).normalize().toFile());
    }
    return new OpenRepository(repositoryId, builder.build(), snapshot);
  }

  private static List<String> alternates(Path folder) throws IOException {
    Path file = folder.resolve(Constants.OBJECTS).resolve(Constants.INFO_ALTERNATES);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }
}
