package org.packhouse.app.storage.content;

import org.eclipse.jgit.lib.Repository;
import org.packhouse.app.storage.refs.RefSnapshot;

/**
 * A repository opened for one request: its objects, and its refs at one version.
 *
 * @param id the repository's id
 * @param git for reading objects; refs are read from {@code refs}
 */
public record OpenRepository(long id, Repository git, RefSnapshot refs) implements AutoCloseable {

  /** Whether nothing was ever pushed, or every branch and tag is gone again. */
  public boolean isEmpty() {
    return refs.refs().stream()
        .noneMatch(
            ref -> ref.name().startsWith("refs/heads/") || ref.name().startsWith("refs/tags/"));
  }

  @Override
  public void close() {
    git.close();
  }
}
