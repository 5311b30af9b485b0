package org.packhouse.app.source.browse.rest;

import java.util.Optional;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;

/**
 * The target that a REST request names: a path at a revision of a repository that the caller may
 * read.
 *
 * @param open the repository, open until this is closed
 */
record BrowseTarget(Repository repository, OpenRepository open, Revision revision, TreeEntry entry)
    implements AutoCloseable {

  /** The blob, if there is one at the path: a file, or a symbolic link itself. */
  Optional<TreeEntry> blob() {
    boolean isBlob = entry.isFile() || entry.kind() == TreeEntry.Kind.SYMLINK;
    return isBlob ? Optional.of(entry) : Optional.empty();
  }

  @Override
  public void close() {
    open.close();
  }
}
