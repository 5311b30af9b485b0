package org.packhouse.app.engine.git.fetch;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.packhouse.app.engine.git.ResponseTarget;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.scmcache.ResponseFile;

/** Delays the cache's files to a client, not responses being made, while people wait for pages. */
final class PacedTarget implements ResponseTarget {

  private final ResponseTarget target;
  private final Tickets tickets;
  private final TicketRequest request;

  PacedTarget(ResponseTarget target, Tickets tickets, TicketRequest request) {
    this.target = target;
    this.tickets = tickets;
    this.request = request;
  }

  @Override
  public OutputStream out() {
    return target.out();
  }

  @Override
  public void send(ResponseFile file) throws IOException {
    Ticket ticket = tickets.pace(request);
    if (ticket == null) {
      target.send(file);
      return;
    }
    try {
      target.send(new Paced(file, ticket));
    } catch (IOException | RuntimeException e) {
      ticket.close();
      throw e;
    }
  }

  /** A file that gives its ticket back when it is sent. */
  private record Paced(ResponseFile file, Ticket ticket) implements ResponseFile {
    @Override
    public List<Range> ranges() {
      return file.ranges();
    }

    @Override
    public long length() {
      return file.length();
    }

    @Override
    public void sent() {
      ticket.close();
    }

    @Override
    public void close() {
      ticket.close();
      file.close();
    }
  }
}
