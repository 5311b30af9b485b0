package org.packhouse.app.web.pullrequest;

import java.util.List;
import org.packhouse.app.review.pullrequest.owners.FileOwners;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.diff.DiffOwners;

record PullRequestDiffOwners(FileOwners owners, boolean listed) implements DiffOwners {

  @Override
  public List<String> of(TreePath path) {
    return owners.of(path);
  }

  @Override
  public boolean isOwnedByReader(TreePath path) {
    return owners.isOwnedByReader(path);
  }

  @Override
  public boolean mayOwnSome() {
    return listed && owners.mayOwnSome();
  }
}
