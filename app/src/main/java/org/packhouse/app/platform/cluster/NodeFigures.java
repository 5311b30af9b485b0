package org.packhouse.app.platform.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.outbox.WorkFigures;

/**
 * Figures of a node, null where unknown.
 *
 * @param cpu recent load of its processors, 0 to 1
 * @param availableMemory bytes that programs on its machine may still take
 * @param gitProcesses native git processes it runs
 * @param tickets of the bucket {@code scm-hosting}: clones, fetches and pushes
 * @param work background work by kind
 */
public record NodeFigures(
    @Nullable Double cpu,
    @Nullable Long availableMemory,
    @Nullable Integer gitProcesses,
    @Nullable TicketFigures tickets,
    @Nullable CacheFigures cache,
    @Nullable SharedFigures shared,
    @Nullable List<WorkFigures> work) {

  /** Figures of a node without a report. */
  static final NodeFigures NONE = new NodeFigures(null, null, null, null, null, null, null);

  /** {@code operations} counts clones, fetches and pushes with or without a ticket. */
  public record TicketFigures(int used, int limit, int queued, int operations) {}

  /** Durations of the last report and of a round trip of a file to the shared home. */
  public record SharedFigures(@Nullable Double databaseMillis, @Nullable Double homeMillis) {}

  /** Fetch responses since start; hits came from the cache or joined a running request. */
  public record CacheFigures(long hits, long all) {

    /** Returns the share of hits, 0 to 1; null without requests. */
    public @Nullable Double rate() {
      return all == 0 ? null : (double) hits / all;
    }
  }
}
