package org.packhouse.app.source.branch;

import java.io.IOException;
import org.packhouse.app.hosting.repository.HeadPointer;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryChanges;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;

/** Sets HEAD and the default branch column in one transaction, so that they always agree. */
@Component
class RefHeadPointer implements HeadPointer {

  private static final int TRIES = 5;

  private final RefUpdates updates;
  private final RepositoryChanges changes;

  RefHeadPointer(RefUpdates updates, RepositoryChanges changes) {
    this.updates = updates;
    this.changes = changes;
  }

  @Override
  public void point(Repository repository, String branch, Caller caller) throws IOException {
    String refName = RefKind.BRANCH.fullName(branch);
    for (int tries = 1; ; tries++) {
      try {
        updates.setHead(
            repository.id(),
            refName,
            RefMoves.actor(caller),
            moved -> changes.noteDefaultBranch(repository.id(), refName));
        return;
      } catch (OptimisticLockingFailureException e) {
        // Another column of the row was changed concurrently: retry on the new version.
        if (tries == TRIES) {
          throw e;
        }
      }
    }
  }
}
