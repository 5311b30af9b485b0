package org.packhouse.app.source.sync;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.source.commit.CallerIdents;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefChange;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/** Synchronizes forks with their origin, automatically or on request; checks no permission. */
@Service
public class ForkSync {

  private final Synchronization synchronization;
  private final Upstreams upstreams;
  private final SyncRows rows;
  private final Reconciliation reconciliation;
  private final TransactionTemplate transactions;
  private final ApplicationEventPublisher events;
  private final CallerIdents idents;

  ForkSync(
      Synchronization synchronization,
      Upstreams upstreams,
      SyncRows rows,
      Reconciliation reconciliation,
      TransactionTemplate transactions,
      ApplicationEventPublisher events,
      CallerIdents idents) {
    this.synchronization = synchronization;
    this.upstreams = upstreams;
    this.rows = rows;
    this.reconciliation = reconciliation;
    this.transactions = transactions;
    this.events = events;
    this.idents = idents;
  }

  /** A manual action on a ref that is not synchronized automatically. */
  public enum Action {
    MERGE,
    /** Replaces the fork's commits with the origin's. */
    DISCARD,
    /** Rebases the fork's commits on the origin's. */
    REBASE
  }

  /** Returns the state of a fork beside its origin, if the caller may read that. */
  public SyncStatus status(Repository fork, Caller caller) throws IOException {
    Optional<Repository> origin = upstreams.of(fork, caller);
    SyncRows.State state = rows.find(fork.id());
    List<SyncRef> refs =
        origin.isPresent() ? synchronization.compare(fork, origin.get()) : List.of();
    boolean enabled = origin.isPresent() && state.enabled();
    return new SyncStatus(
        origin.orElse(null), enabled, state.lastSync(), state.stoppedBecause(), refs);
  }

  /** Enables or disables synchronization; enabling synchronizes at once. */
  public void setEnabled(Repository fork, boolean enabled, Caller caller) throws IOException {
    Repository origin = upstreams.of(fork, caller).orElse(null);
    if (enabled && origin == null) {
      throw unavailable(fork);
    }
    User user = caller.user();
    if (enabled && user == null) {
      throw new NotPermittedException(
          "A fork follows its origin in the name of a user.", true, false);
    }
    if (enabled && origin != null && upstreams.isMoreOpen(fork, origin)) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "The repository %s cannot follow its origin: %s."
              .formatted(fork.path(), FollowingForks.MORE_OPEN));
    }
    SyncRows.State state = rows.find(fork.id());
    Long inNameOf = enabled && user != null ? Long.valueOf(user.id()) : null;
    boolean sameName = Objects.equals(state.enabledBy(), inNameOf);
    if (state.enabled() != enabled || (enabled && !sameName)) {
      transactions.executeWithoutResult(transaction -> {
        rows.enable(fork.id(), enabled, inNameOf);
        events.publishEvent(
            new AuditableChange(
                "repository.fork-sync-changed",
                fork.path(),
                Map.of("enabled", String.valueOf(enabled))));
      });
    }
    if (enabled && origin != null) {
      synchronization.followAll(fork, origin);
    }
  }

  /** Synchronizes one ref and returns its new state; empty if it equals the origin's. */
  public Optional<SyncRef> synchronize(
      Repository fork, String refName, Action action, @Nullable String message, Caller caller)
      throws IOException {
    Repository origin = upstreams.of(fork, caller).orElseThrow(() -> unavailable(fork));
    SyncRef ref = outOfStep(fork, origin, refName);
    synchronization.lend(fork, origin);
    Reconciliation.By by = by(caller, message == null ? message(ref, origin) : message);
    if (action == Action.DISCARD || ref.state() == SyncState.BEHIND) {
      toOrigin(fork, ref, by.actor());
    } else {
      reconciliation.reconcile(fork, ref, action, by);
    }
    rows.synced(fork.id());
    return find(fork, origin, refName);
  }

  public SyncRef find(Repository fork, String refName, Caller caller) throws IOException {
    Repository origin = upstreams.of(fork, caller).orElseThrow(() -> unavailable(fork));
    return outOfStep(fork, origin, refName);
  }

  /** Discards the fork's own commits if both refs are where the user saw them. */
  public SyncRef discard(
      Repository fork, String refName, String own, String upstream, Caller caller)
      throws IOException {
    Repository origin = upstreams.of(fork, caller).orElseThrow(() -> unavailable(fork));
    SyncRef ref = outOfStep(fork, origin, refName);
    if (!ref.own().name().equals(own)) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "%s has moved since you looked: it is at %s now, not at %s. Nothing is discarded."
              .formatted(ref.displayId(), ref.own().name(), InvalidFieldException.quote(own)));
    }
    ObjectId now = ref.upstream();
    if (!(now == null ? "" : now.name()).equals(upstream)) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "%s of the origin has %s since you looked. Nothing is discarded."
              .formatted(ref.displayId(), now == null ? "been deleted" : "moved"));
    }
    synchronization.lend(fork, origin);
    toOrigin(fork, ref, actor(caller));
    rows.synced(fork.id());
    return ref;
  }

  /** Moves the ref only from its known value: concurrent pushes are not lost. */
  private void toOrigin(Repository fork, SyncRef ref, Actor actor) throws IOException {
    ObjectId target = ref.upstream() == null ? ObjectId.zeroId() : ref.upstream();
    synchronization.move(fork, new RefChange(ref.name(), ref.own(), target), null, actor);
  }

  private SyncRef outOfStep(Repository fork, Repository origin, String refName) throws IOException {
    return find(fork, origin, refName)
        .orElseThrow(() ->
            new ConflictException(
                Conflict.REF_SYNCHRONIZED,
                "The ref %s of %s is in step with its origin, or is not in both."
                    .formatted(InvalidFieldException.quote(refName), fork.path())));
  }

  private Optional<SyncRef> find(Repository fork, Repository origin, String refName)
      throws IOException {
    return synchronization.compare(fork, origin).stream()
        .filter(ref -> ref.name().equals(refName))
        .findFirst();
  }

  private static String message(SyncRef ref, Repository origin) {
    return "Merge branch '%s' of %s into %s"
        .formatted(ref.displayId(), origin.path(), ref.displayId());
  }

  private Reconciliation.By by(Caller caller, String message) {
    return new Reconciliation.By(actor(caller), idents.of(caller), message);
  }

  private static Actor actor(Caller caller) {
    User user = caller.user();
    return new Actor(user == null ? null : user.id(), caller.name());
  }

  private static RefusedException unavailable(Repository fork) {
    return new ConflictException(
        Conflict.INTEGRITY,
        "The repository %s has no origin that it can follow.".formatted(fork.path()));
  }
}
