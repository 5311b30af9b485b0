package org.packhouse.app.platform.cluster;

import java.time.Instant;
import java.util.UUID;

/**
 * The last words of a node about itself.
 *
 * @param session its session
 * @param name what people call it
 * @param version of the server that it runs
 * @param times by PostgreSQL's clock
 */
public record NodeReport(
    UUID session,
    String name,
    ReportedState state,
    String version,
    Place place,
    Times times,
    NodeFigures figures) {

  /**
   * The address at which others reach a node.
   *
   * @param port that it serves HTTP on
   */
  public record Place(String hostName, String address, int port) {}

  /**
   * The times at which a node started and was last heard of.
   *
   * @param late whether it has missed several reports: it stands still, is dead, or cannot reach
   *     the database
   */
  public record Times(Instant startedAt, Instant reportedAt, boolean late) {}
}
