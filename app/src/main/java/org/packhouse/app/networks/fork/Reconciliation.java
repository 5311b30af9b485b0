package org.packhouse.app.networks.fork;

import java.io.IOException;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.rest.RestException;
import org.springframework.stereotype.Component;

/** Brings the two sides of a branch that has diverged together again. */
@Component
class Reconciliation {

  private final UpstreamMerge merges;
  private final UpstreamRebase rebases;

  Reconciliation(UpstreamMerge merges, UpstreamRebase rebases) {
    this.merges = merges;
    this.rebases = rebases;
  }

  /**
   * Merges the origin's branch into the fork's, or rebases the fork's on the origin's.
   *
   * @throws RestException 409 if the ref has not diverged, is a tag, conflicts, or has moved
   */
  void reconcile(Repository fork, SyncRef ref, ForkSync.Action action, UpstreamMerge.By by)
      throws IOException {
    ObjectId upstream = ref.upstream();
    if (upstream == null || ref.state() != SyncState.DIVERGED || ref.isTag()) {
      throw BranchRewrite.conflict(
          "Only a branch that has diverged can be merged or rebased; %s is %s."
              .formatted(ref.name(), ref.state()));
    }
    if (action == ForkSync.Action.REBASE) {
      rebases.rebase(fork, ref.name(), ref.own(), upstream, by);
    } else {
      merges.merge(fork, ref.name(), ref.own(), upstream, by);
    }
  }
}
