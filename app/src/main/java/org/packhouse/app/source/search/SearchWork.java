package org.packhouse.app.source.search;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.platform.outbox.NodeWork;
import org.packhouse.app.platform.throttle.LoadWatch;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Leases.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;

/**
 * Indexes in the background what was pushed. Every node looks for repositories that are due, and
 * works on one at a time, under a lease and a ticket, at the pace that the load leaves.
 */
@Component
class SearchWork {

  private static final Logger LOG = LoggerFactory.getLogger(SearchWork.class);
  private static final Duration TERM = Duration.ofMinutes(5);
  private static final Duration LOOK_AT_LOAD_EVERY = Duration.ofSeconds(1);
  private static final int AT_ONCE = 50;

  private final SearchRows rows;
  private final SearchIndex index;
  private final TrigramIndex trigrams;
  private final Leases leases;
  private final Tickets tickets;
  private final IndexingPace pace;

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
    this.pace = new IndexingPace(() -> load.state().cpu(), System::nanoTime);
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
      List<Long> due = rows.due(AT_ONCE);
      any = false;
      for (long repositoryId : due) {
        if (!rest()) {
          return;
        }
        long begun = System.nanoTime();
        any |= index(repositoryId);
        pace.worked(Duration.ofNanos(System.nanoTime() - begun));
      }
    }
  }

  /** Waits for the turn of indexing on a busy machine; false: the server stops. */
  private boolean rest() {
    Duration rest = pace.rest();
    while (rest.isPositive()) {
      try {
        Thread.sleep(rest.compareTo(LOOK_AT_LOAD_EVERY) < 0 ? rest : LOOK_AT_LOAD_EVERY);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
      rest = pace.rest();
    }
    return !Thread.currentThread().isInterrupted();
  }

  /** Whether the repository was worked on, and not on another node. */
  private boolean index(long repositoryId) {
    Optional<Lease> taken = leases.acquire("search/" + repositoryId, TERM);
    if (taken.isEmpty()) {
      return false;
    }
    try (Lease lease = taken.get();
        Ticket _ =
            tickets.acquire(
                TicketRequest.of(
                    Work.INDEXING, Target.repository(repositoryId), TicketRequest.SERVER))) {
      index.bring(lease, repositoryId);
      return true;
    } catch (SearchRows.LostException e) {
      LOG.info("Repository {} is indexed by another node by now", repositoryId);
    } catch (IOException | RuntimeException e) {
      if (!Thread.currentThread().isInterrupted()) {
        LOG.warn("Repository {} cannot be indexed now; it is tried again", repositoryId, e);
        rows.later(repositoryId);
      }
    }
    return false;
  }
}
