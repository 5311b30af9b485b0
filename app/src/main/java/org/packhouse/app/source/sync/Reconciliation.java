package org.packhouse.app.source.sync;

import java.io.IOException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.PersonIdent;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.source.merge.MergeOutcome;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.app.source.merge.MergePlaces;
import org.packhouse.app.source.merge.Merges;
import org.packhouse.app.source.merge.Rebases;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefChange;
import org.springframework.stereotype.Component;

/** Merges or rebases branches of a fork that have diverged from the origin. */
@Component
class Reconciliation {

  private final MergePlaces places;
  private final Merges merges;
  private final Rebases rebases;
  private final Synchronization synchronization;

  Reconciliation(
      MergePlaces places, Merges merges, Rebases rebases, Synchronization synchronization) {
    this.places = places;
    this.merges = merges;
    this.rebases = rebases;
    this.synchronization = synchronization;
  }

  /** The author of a merge commit and committer of every commit. */
  record By(Actor actor, PersonIdent person, String message) {}

  void reconcile(Repository fork, SyncRef ref, ForkSync.Action action, By by) throws IOException {
    ObjectId upstream = ref.upstream();
    if (upstream == null || ref.state() != SyncState.DIVERGED || ref.isTag()) {
      throw conflict(
          "Only a branch that has diverged can be merged or rebased; %s is %s."
              .formatted(ref.name(), ref.state()));
    }
    boolean rebase = action == ForkSync.Action.REBASE;
    try (MergePlace place = places.open(fork.id(), by.actor().name())) {
      MergeOutcome outcome =
          rebase
              ? rebases.rebase(place, ref.own(), upstream, by.person())
              : merges.merge(place, ref.own(), upstream, by.person(), by.message());
      RefChange change = new RefChange(ref.name(), ref.own(), tip(ref, rebase, outcome));
      synchronization.move(fork, change, place.quarantine(), by.actor());
    }
  }

  private static ObjectId tip(SyncRef ref, boolean rebase, MergeOutcome outcome) {
    return switch (outcome) {
      case MergeOutcome.Made made -> made.tip();
      case MergeOutcome.Impossible impossible ->
          throw conflict(
              "The branch %s cannot be %s: %s."
                  .formatted(ref.name(), rebase ? "rebased" : "merged", impossible.reason()));
      case MergeOutcome.Conflicting conflicting when rebase ->
          throw conflict(
              "The branch %s cannot be rebased: its commit %s changes lines that the origin has changed."
                  .formatted(ref.name(), conflicting.commit().name()));
      case MergeOutcome.Conflicting _ ->
          throw conflict(
              "The branch %s cannot be merged: both sides have changed the same lines."
                  .formatted(ref.name()));
    };
  }

  private static RefusedException conflict(String message) {
    return new ConflictException(Conflict.INTEGRITY, message);
  }
}
