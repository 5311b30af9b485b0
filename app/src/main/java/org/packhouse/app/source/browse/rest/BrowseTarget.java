package org.packhouse.app.source.browse.rest;

import java.util.Optional;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;

/** A path at a revision, as requested; closing it closes the repository. */
record BrowseTarget(Repository repository, OpenRepository open, Revision revision, TreeEntry entry)
    implements AutoCloseable {

  Optional<TreeEntry> blob() {
    boolean isBlob = entry.isFile() || entry.kind() == TreeEntry.Kind.SYMLINK;
    return isBlob ? Optional.of(entry) : Optional.empty();
  }

  @Override
  public void close() {
    open.close();
  }
}
