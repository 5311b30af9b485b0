package org.packhouse.app.web.pullrequest;

import java.util.List;
import org.packhouse.app.review.pullrequest.owners.FileOwners;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.diff.DiffOwners;

/**
 * The owners of the files that a pull request changes.
 *
 * @param listed whether the files that the reader owns can be listed by themselves
 */
record PullRequestDiffOwners(FileOwners owners, boolean listed) implements DiffOwners {

  @Override
  public List<String> of(TreePath path) {
    return owners.of(path);
  }

  @Override
  public boolean isReaders(TreePath path) {
    return owners.isReaders(path);
  }

  @Override
  public boolean mayBeReaders() {
    return listed && owners.mayBeReaders();
  }
}
