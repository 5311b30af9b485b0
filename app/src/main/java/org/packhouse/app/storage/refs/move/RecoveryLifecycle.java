package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.packhouse.app.platform.node.BackgroundThread;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.storage.objects.SessionDirectories;
import org.packhouse.cluster.Leases;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Recovers ref updates of dead sessions, before this node serves requests and every ten seconds
 * after; decides updates of its own left undecided while the database was away; and publishes ref
 * moves that a restored backup has without their events.
 */
@Component
class RecoveryLifecycle extends BackgroundThread {

  private static final int PHASE = -900;

  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final Logger LOG = LoggerFactory.getLogger(RecoveryLifecycle.class);

  private final NodeSessions sessions;
  private final SessionDirectories directories;
  private final Recovery recovery;
  private final PendingUpdates updates;
  private final ReplayedMoves replayed;
  private final Leases leases;

  RecoveryLifecycle(
      NodeSessions sessions,
      SessionDirectories directories,
      Recovery recovery,
      PendingUpdates updates,
      ReplayedMoves replayed,
      Leases leases) {
    super("ref-recovery", PHASE);
    this.sessions = sessions;
    this.directories = directories;
    this.recovery = recovery;
    this.updates = updates;
    this.replayed = replayed;
    this.leases = leases;
  }

  void recover() {
    attempt(() -> sessions.endDead(this::clearUpAfter));
    attempt(this::decideOwn);
    attempt(this::removeOrphanedDirectories);
    attempt(replayed::publish);
  }

  @FunctionalInterface
  private interface Action {
    void run() throws IOException;
  }

  /** A failing step does not keep the others from running. */
  private static void attempt(Action action) {
    try {
      action.run();
    } catch (IOException | RuntimeException e) {
      LOG.warn("Recovery is retried in {} s", EVERY.toSeconds(), e);
    }
  }

  private void clearUpAfter(UUID session) {
    try {
      // First: other nodes would wait hours for these leases, even if deciding the updates fails.
      leases.endAllOf(session);
      directories.fence(session);
      decideAll(updates.of(session));
      directories.remove(session);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void decideOwn() throws IOException {
    decideAll(
        updates.of(sessions.current()).stream()
            .filter(update -> !updates.running().contains(update.id()))
            .toList());
  }

  /** Decides as many as possible: a broken repository does not block the others. */
  private void decideAll(List<PendingUpdate> pending) throws IOException {
    List<Exception> failures = new ArrayList<>();
    for (PendingUpdate update : pending) {
      try {
        decide(update);
      } catch (IOException | RuntimeException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      IOException failure =
          new IOException(
              "%d of %d updates could not be decided".formatted(failures.size(), pending.size()),
              failures.removeFirst());
      failures.forEach(failure::addSuppressed);
      throw failure;
    }
  }

  private void decide(PendingUpdate update) throws IOException {
    LOG.info(
        "Deciding update {} of repository {} by what is on disk",
        update.id(),
        update.repositoryId());
    try {
      recovery.decide(update);
    } catch (SQLException e) {
      throw new IOException("Update " + update.id() + " could not be decided", e);
    }
  }

  private void removeOrphanedDirectories() throws IOException {
    var left = directories.sessions();
    Set<UUID> known = sessions.known();
    for (UUID session : left) {
      if (!known.contains(session)) {
        directories.fence(session);
        directories.remove(session);
      }
    }
  }

  @Override
  protected void begin() {
    recover();
    every(EVERY, this::recover);
  }
}
