package org.packhouse.app.platform.cluster;

import java.time.Instant;
import java.util.OptionalInt;
import java.util.UUID;
import org.packhouse.cluster.NodeState;

/** The last report of a node, with times by PostgreSQL's clock. */
public record NodeReport(
    UUID session,
    String name,
    ReportedState state,
    Server server,
    Place place,
    Times times,
    NodeFigures figures) {

  /** The state shown for a node without recent reports. */
  static final String LOST = "LOST";

  /** The host's name, or its address, and the port of HTTP. */
  public record Place(String hostName, String address, int port) {

    public String authority() {
      return (address.indexOf(':') < 0 ? address : "[" + address + "]") + ":" + port;
    }
  }

  /** The build is a commit or checksum, or empty. */
  public record Server(String version, String build) {

    public String described() {
      return build.isEmpty() ? version : version + ", build " + build;
    }
  }

  /** {@code late} if the node is stalled, dead, or cut off from the database. */
  public record Times(Instant startedAt, Instant reportedAt, boolean late) {}

  /** Returns the state's name as shown, {@value #LOST} if late. */
  public String shownState() {
    return times.late() ? LOST : state.wireName();
  }

  /** Returns running clones, fetches and pushes; empty if unknown or the node is lost. */
  public OptionalInt operations() {
    NodeFigures.TicketFigures tickets = figures.tickets();
    return tickets == null || times.late()
        ? OptionalInt.empty()
        : OptionalInt.of(tickets.operations());
  }

  /** Returns whether the node drains and has nothing left to finish. */
  public boolean mayBeStopped() {
    return state.is(NodeState.DRAINING) && operations().orElse(1) == 0;
  }
}
