package org.packhouse.app.platform.cluster;

import java.time.Instant;
import java.util.OptionalInt;
import java.util.UUID;
import org.packhouse.cluster.NodeState;

/**
 * The last words of a node about itself.
 *
 * @param session its session
 * @param name what people call it
 * @param server that it runs
 * @param times by PostgreSQL's clock
 */
public record NodeReport(
    UUID session,
    String name,
    ReportedState state,
    Server server,
    Place place,
    Times times,
    NodeFigures figures) {

  /** The state that a node is shown in that is not heard of any more. */
  static final String LOST = "LOST";

  /**
   * The address at which others reach a node.
   *
   * @param hostName its name; the address if none is known
   * @param port that it serves HTTP on
   */
  public record Place(String hostName, String address, int port) {

    /** The address with the port, as in a URL. */
    public String authority() {
      return (address.indexOf(':') < 0 ? address : "[" + address + "]") + ":" + port;
    }
  }

  /**
   * The code that a node runs.
   *
   * @param build the commit or a checksum, which tells two of one version apart; empty: not told
   */
  public record Server(String version, String build) {

    /** Both, as people read them. */
    public String described() {
      return build.isEmpty() ? version : version + ", build " + build;
    }
  }

  /**
   * The times at which a node started and was last heard of.
   *
   * @param late whether it has missed several reports: it stands still, is dead, or cannot reach
   *     the database
   */
  public record Times(Instant startedAt, Instant reportedAt, boolean late) {}

  /** The name of the state that people and clients are told: {@value #LOST} if it is late. */
  public String shownState() {
    return times.late() ? LOST : state.wireName();
  }

  /**
   * The clones, fetches and pushes that the node is at; empty if the node does not tell, or is not
   * heard of any more.
   */
  public OptionalInt operations() {
    NodeFigures.TicketFigures tickets = figures.tickets();
    return tickets == null || times.late()
        ? OptionalInt.empty()
        : OptionalInt.of(tickets.operations());
  }

  /** Whether the node drains and has nothing left to finish, so that nobody misses it. */
  public boolean mayBeStopped() {
    return state.is(NodeState.DRAINING) && operations().orElse(1) == 0;
  }
}
