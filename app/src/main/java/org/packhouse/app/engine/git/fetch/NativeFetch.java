package org.packhouse.app.engine.git.fetch;

import java.io.IOException;
import java.io.OutputStream;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.storage.process.GitProcess;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Makes answers by {@code git upload-pack}: one ticket and one process each. */
@Component
@Order(Ordered.LOWEST_PRECEDENCE)
class NativeFetch implements FetchProducer {

  private final UploadPackProcess uploadPack;
  private final Tickets tickets;

  NativeFetch(UploadPackProcess uploadPack, Tickets tickets) {
    this.uploadPack = uploadPack;
    this.tickets = tickets;
  }

  @Override
  public boolean suits(CheckedFetch fetch) {
    return true;
  }

  @Override
  public boolean produce(CheckedFetch fetch, OutputStream out) throws IOException {
    Sections refs = new Sections(fetch.request().options().contains("sideband-all"));
    PackWatch watch = new PackWatch(out, fetch.framing(), fetch.tellWantedRefs(refs).toBytes());
    try (Ticket ticket = tickets.acquire(fetch.ticket());
        GitProcess process = begin(ticket, fetch, out)) {
      process.send(fetch.request().toBytes(fetch.framing()));
      UploadPackProcess.relay(process, watch, fetch.framing());
    }
    return watch.packSeen();
  }

  /** From now on there is work that somebody else may be glad of. */
  private GitProcess begin(Ticket ticket, CheckedFetch fetch, OutputStream out) throws IOException {
    out.flush();
    return uploadPack.stateless(ticket, fetch);
  }
}
