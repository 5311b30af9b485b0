package org.packhouse.app.platform.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.outbox.WorkFigures;

/**
 * Figures of a node at a moment. Each is null where the node cannot tell.
 *
 * @param cpu the part of its processors that was busy lately, 0 to 1
 * @param availableMemory bytes that programs on its machine may still take
 * @param gitProcesses of native git that run for it
 * @param tickets of the bucket {@code scm-hosting}: clones, fetches and pushes that cost processor
 * @param cache of fetch responses
 * @param shared how long what all nodes share takes
 * @param work in the background, by kind
 */
public record NodeFigures(
    @Nullable Double cpu,
    @Nullable Long availableMemory,
    @Nullable Integer gitProcesses,
    @Nullable TicketFigures tickets,
    @Nullable CacheFigures cache,
    @Nullable SharedFigures shared,
    @Nullable List<WorkFigures> work) {

  /** Of a node that has said nothing yet. */
  static final NodeFigures NONE = new NodeFigures(null, null, null, null, null, null, null);

  /**
   * Tickets.
   *
   * @param used that are out
   * @param limit how many may be
   * @param queued requests that wait for one
   * @param operations clones, fetches and pushes that the node is at, with and without a ticket
   */
  public record TicketFigures(int used, int limit, int queued, int operations) {}

  /**
   * Times in milliseconds.
   *
   * @param databaseMillis how long PostgreSQL took for the last report
   * @param homeMillis how long the shared home took to take and give back a file
   */
  public record SharedFigures(@Nullable Double databaseMillis, @Nullable Double homeMillis) {}

  /**
   * Fetch responses since the start.
   *
   * @param hits those that came out of the cache, or joined one that was being made
   * @param all of them
   */
  public record CacheFigures(long hits, long all) {

    /** The part that was hits, 0 to 1; null while there were none at all. */
    public @Nullable Double rate() {
      return all == 0 ? null : (double) hits / all;
    }
  }
}
