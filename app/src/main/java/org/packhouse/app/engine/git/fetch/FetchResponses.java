package org.packhouse.app.engine.git.fetch;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.ResponseTarget;
import org.packhouse.app.engine.git.advertise.RefViews;
import org.packhouse.app.engine.git.cache.ScmCacheSettings;
import org.packhouse.app.engine.git.fetch.FetchMeters.BypassReason;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Tickets.BusyException;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponseKey;
import org.packhouse.scmcache.ResponseOutput;
import org.packhouse.scmcache.ScmCache;
import org.springframework.stereotype.Component;

/** Sends responses of checked fetches: from the cache, or as they are made. */
@Component
class FetchResponses {

  private final FetchProducers producers;
  private final FetchKeys keys;
  private final RefViews refs;
  private final ScmCache cache;
  private final ScmCacheSettings settings;
  private final FetchMeters meters;
  private final Tickets tickets;

  FetchResponses(
      FetchProducers producers,
      FetchKeys keys,
      RefViews refs,
      ScmCache cache,
      ScmCacheSettings settings,
      FetchMeters meters,
      Tickets tickets) {
    this.producers = producers;
    this.keys = keys;
    this.refs = refs;
    this.cache = cache;
    this.settings = settings;
    this.meters = meters;
    this.tickets = tickets;
  }

  void serve(GitExchange exchange, CheckedFetch fetch) throws IOException {
    if (!settings.enabled()) {
      serveAlone(exchange, fetch, BypassReason.DISABLED);
    } else if (!settings.serves(exchange.stateless())) {
      serveAlone(exchange, fetch, BypassReason.PROTOCOL);
    } else {
      serveFromCache(exchange, fetch);
    }
  }

  private void serveFromCache(GitExchange exchange, CheckedFetch fetch) throws IOException {
    ResponseKey.Request asked = keys.asked(fetch, fetch.refs().tips());
    ResponseTarget paced = new PacedTarget(exchange.target(), tickets, fetch.sending());
    WaitingClient client = new WaitingClient(paced, fetch, System::nanoTime);
    try {
      ScmCache.Outcome outcome =
          cache.serve(asked, out -> produce(fetch, asked.key(), out), client);
      String label = FetchMeters.label(outcome);
      if (!label.isEmpty()) {
        exchange.monitor().operation(fetch.request().operation() + label);
      }
    } catch (BusyException e) {
      throw refused(client, e);
    }
  }

  private static BusyException refused(WaitingClient client, BusyException busy)
      throws IOException {
    return client.refuse(String.valueOf(busy.getMessage())) ? busy.reported() : busy;
  }

  /** Answers a fetch past the cache. */
  void serveAlone(GitExchange exchange, CheckedFetch fetch, BypassReason reason)
      throws IOException {
    noteBypass(reason);
    WaitingClient client = new WaitingClient(exchange.target(), fetch, System::nanoTime);
    try {
      producers.produce(fetch, ResponseOutput.to(client.out(), client));
    } catch (BusyException e) {
      throw refused(client, e);
    }
  }

  void noteBypass(BypassReason reason) {
    meters.bypassed(reason);
  }

  private boolean produce(CheckedFetch fetch, ResponseKey key, ResponseOutput out)
      throws IOException {
    return producers.produce(fetch, out) && isStill(fetch, key);
  }

  /** Returns whether the refs that git read meanwhile are those of the key. */
  private boolean isStill(CheckedFetch fetch, ResponseKey key) throws IOException {
    if (!FetchKeys.dependsOnRefs(fetch.request())) {
      return true;
    }
    return key.equals(keys.key(fetch.at(refs.now(fetch.repositoryId()))));
  }

  /**
   * A target that makes files of the cache wait for a ticket while people wait for pages; a
   * response that is being made for the client does not wait.
   */
  private static final class PacedTarget implements ResponseTarget {

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
}
