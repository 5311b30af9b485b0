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
import org.packhouse.app.source.search.SearchRows.Due;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Leases.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;

/**
 * Indexes in the background what was pushed. Every node looks for repositories that are due, and
 * works on one at a time, under a lease and a ticket, at the pace that the load leaves: the
 * trigrams of a file of 16 KB take PostgreSQL 10 to 60 ms, several times what a push takes, and
 * forty repositories that were pushed to without end had half of a machine of two cores for
 * themselves.
 */
@Component
class SearchWork {

  private static final Logger LOG = LoggerFactory.getLogger(SearchWork.class);
  private static final Duration TERM = Duration.ofMinutes(5);

  /** Longer than any: a push counts for ten times {@link #MAX_COUNTED}. */
  private static final Duration MAX_REST = Duration.ofDays(1);

  private static final int AT_ONCE = 50;

  /** A repository that is pushed to now and then is found at once also on a busy machine. */
  private static final Duration MAX_SAVED = Duration.ofSeconds(5);

  /** What the changes of one push count for at most; of a whole repository a portion counts. */
  private static final Duration MAX_COUNTED = Duration.ofSeconds(2);

  private static final Duration MAX_COUNTED_OF_WHOLE = Duration.ofMinutes(10);

  private final SearchRows rows;
  private final SearchIndex index;
  private final TrigramIndex trigrams;
  private final Leases leases;
  private final Tickets tickets;
  private final BackgroundPace changes;
  private final BackgroundPace whole;

  SearchWork(
      SearchRows rows,
      SearchIndex index,
      TrigramIndex trigrams,
      Leases leases,
      Tickets tickets,
      LoadWatch load) {
    this.rows = rows;
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

  /** Has every node look. */
  @Configuration(proxyBeanMethods = false)
  static class Looking {
    @Bean
    NodeWork searchWorkOfNode(SearchWork work, SearchSettings settings) {
      return new NodeWork(
          "search-index", settings.lookEvery(), settings.enabled() ? work::run : () -> {});
    }
  }

  /** Indexes what is due. */
  void run() {
    if (!trigrams.prepare()) {
      return;
    }
    boolean any = true;
    while (any && !Thread.currentThread().isInterrupted()) {
      List<Due> due = rows.due(AT_ONCE, whole.rest().isZero());
      any = false;
      for (Due one : due) {
        // Changes do not wait for whole repositories, which are passed over until it is their turn.
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

  /** Waits for the turn of changes on a busy machine; false: the server stops. */
  private boolean rest() {
    try {
      changes.awaitTurn(MAX_REST);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !Thread.currentThread().isInterrupted();
  }

  /** Whether the repository was worked on, and not on another node. */
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
        rows.goOnLater(repositoryId);
      }
      return true;
    } catch (SearchRows.LostException e) {
      LOG.info("Repository {} is indexed by another node by now", repositoryId);
    } catch (IOException | RuntimeException e) {
      if (!Thread.currentThread().isInterrupted()) {
        LOG.warn("Repository {} cannot be indexed now; it is tried again", repositoryId, e);
        if (DatabaseTrouble.of(e) == null) {
          rows.later(repositoryId);
        } else {
          // A connection that broke says nothing about the repository.
          rows.goOnLater(repositoryId);
        }
      }
    } finally {
      turn.end();
    }
    return false;
  }

  /** The time that one repository is worked on, which counts for one of the paces. */
  private final class Turn {

    private BackgroundPace pace;
    private long counted = System.nanoTime();

    Turn(BackgroundPace pace) {
      this.pace = pace;
    }

    /** Whether there may be another portion; who has more than one is no small change. */
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
