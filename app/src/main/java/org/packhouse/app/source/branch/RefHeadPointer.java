package org.packhouse.app.source.branch;

import java.io.IOException;
import org.packhouse.app.hosting.repository.HeadPointer;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryChanges;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.storage.refs.RefUpdates;
import org.springframework.stereotype.Component;

@Component
class RefHeadPointer implements HeadPointer {

  private final RefUpdates updates;
  private final RepositoryChanges changes;

  RefHeadPointer(RefUpdates updates, RepositoryChanges changes) {
    this.updates = updates;
    this.changes = changes;
  }

  @Override
  public void point(Repository repository, String branch, Caller caller) throws IOException {
    String refName = RefKind.BRANCH.fullName(branch);
    changes.noteDefaultBranch(repository.id(), refName);
    updates.setHead(repository.id(), refName, RefMoves.actor(caller));
  }
}
