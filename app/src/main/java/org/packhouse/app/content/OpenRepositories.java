package org.packhouse.app.content;

import java.io.IOException;
import org.packhouse.app.objects.RepositoryFolders;
import org.packhouse.app.refs.RefSnapshot;
import org.packhouse.app.refs.Refs;
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
}
