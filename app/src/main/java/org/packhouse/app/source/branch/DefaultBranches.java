package org.packhouse.app.source.branch;

import java.io.IOException;
import org.packhouse.app.hosting.repository.HeadPointer;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.springframework.stereotype.Service;

/** Chooses default branches; checks no permission. */
@Service
public class DefaultBranches {

  private final Refs refs;
  private final HeadPointer head;

  DefaultBranches(Refs refs, HeadPointer head) {
    this.refs = refs;
    this.head = head;
  }

  /** Sets the default branch, which need not exist in a repository without branches. */
  public void choose(Repository repository, String branch, Caller caller) throws IOException {
    RefSnapshot snapshot = refs.snapshot(repository.id());
    if (!snapshot.in(RefKind.BRANCH.directory()).isEmpty()) {
      Branches.find(repository, snapshot, branch);
    }
    RefMoves.refuseArchived(repository);
    head.point(repository, branch, caller);
  }
}
