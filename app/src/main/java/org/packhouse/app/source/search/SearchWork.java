package org.packhouse.app.source.search;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.packhouse.app.platform.outbox.NodeWork;
import org.packhouse.app.platform.throttle.BackgroundPace;
import org.packhouse.app.platform.throttle.LoadWatch;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.source.search.SearchQueue.Due;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Leases.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;

/**
 * Indexes pushed repositories in the background. Every node polls for due repositories and indexes
 * one at a time, under a lease and a ticket, at the pace that the load allows: the trigrams of a 16
 * KB file take PostgreSQL 10 to 60 ms, several times the cost of a push, and forty repositories
 * under constant pushes took half of a two-core machine.
 */
@Component
class SearchWork {

  private static final Logger LOG = LoggerFactory.getLogger(SearchWork.class);
  private static final Duration TERM = Duration.ofMinutes(5);

  /** Above every pause: a push counts at most ten times {@link #MAX_COUNTED}. */
  private static final Duration MAX_REST = Duration.ofDays(1);

  private static final int AT_ONCE = 50;

  /** Saved time: an occasional push is indexed at once on a busy machine, too. */
  private static final Duration MAX_SAVED = Duration.ofSeconds(5);

  /** Most time that counts for one push, or one portion of a repository. */
  private static final Duration MAX_COUNTED = Duration.ofSeconds(2);

  private static final Duration MAX_COUNTED_OF_WHOLE = Duration.ofMinutes(10);

  private final SearchQueue queue;
  private final SearchIndex index;
  private final TrigramIndex trigrams;
  private final Leases leases;
  private final Tickets tickets;
  private final BackgroundPace changes;
  private final BackgroundPace whole;

  SearchWork(
      SearchQueue queue,
      SearchIndex index,
      TrigramIndex trigrams,
      Leases leases,
      Tickets tickets,
      LoadWatch load) {
    this.queue = queue;
    this.index = index;
    this.trigrams = trigrams;
    this.leases = leases;
    this.tickets = tickets;
    this.changes = pace(load, MAX_COUNTED);
    this.whole = pace(load, MAX_COUNTED_OF_WHOLE);
  }

  private static BackgroundPace pace(LoadWatch load, Duration maxCounted) {
    return new BackgroundPace(load::isBusy, System::nanoTime, MAX_SAVED, maxCounted);
  }

  @Configuration(proxyBeanMethods = false)
  static class Looking {
    @Bean
    NodeWork searchWorkOfNode(SearchWork work, SearchSettings settings) {
      return new NodeWork(
          "search-index", SearchQueue.LOOK_EVERY, settings.enabled() ? work::run : () -> {});
    }
  }

  void run() {
    if (!trigrams.prepare()) {
      return;
    }
    boolean any = true;
    while (any && !Thread.currentThread().isInterrupted()) {
      List<Due> due = queue.due(AT_ONCE, whole.rest().isZero());
      any = false;
      for (Due one : due) {
        // Changes overtake whole repositories, which are skipped until their pace allows.
        if (one.whole() && whole.rest().isPositive()) {
          continue;
        }
        if (!one.whole() && !rest()) {
          return;
        }
        any |= index(one);
      }
    }
  }

  private boolean rest() {
    try {
      changes.awaitTurn(MAX_REST);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !Thread.currentThread().isInterrupted();
  }

  private boolean index(Due due) {
    long repositoryId = due.repositoryId();
    Optional<Lease> taken = leases.acquire("search/" + repositoryId, TERM);
    if (taken.isEmpty()) {
      return false;
    }
    Turn turn = new Turn(due.whole() ? whole : changes);
    try (Lease lease = taken.get();
        Ticket _ =
            tickets.acquire(
                TicketRequest.of(
                    Work.INDEXING, Target.repository(repositoryId), TicketRequest.SERVER))) {
      if (!index.bring(lease, repositoryId, turn::mayGoOn)) {
        queue.requeue(repositoryId);
      }
      return true;
    } catch (SearchRows.LostException e) {
      LOG.info("Repository {} is being indexed by another node", repositoryId);
    } catch (IOException | RuntimeException e) {
      if (!Thread.currentThread().isInterrupted()) {
        LOG.warn("Repository {} cannot be indexed now; the server retries", repositoryId, e);
        if (DatabaseTrouble.of(e) == null) {
          queue.postpone(repositoryId);
        } else {
          // A broken connection is no fault of the repository.
          queue.requeue(repositoryId);
        }
      }
    } finally {
      turn.end();
    }
    return false;
  }

  /** The time spent on one repository, which counts towards one of the paces. */
  private final class Turn {

    private BackgroundPace pace;
    private long counted = System.nanoTime();

    Turn(BackgroundPace pace) {
      this.pace = pace;
    }

    /** Returns whether another portion may follow; a repository with several is no small change. */
    boolean mayGoOn() {
      end();
      pace = whole;
      return whole.rest().isZero();
    }

    void end() {
      long now = System.nanoTime();
      pace.worked(Duration.ofNanos(now - counted));
      counted = now;
    }
  }
}
