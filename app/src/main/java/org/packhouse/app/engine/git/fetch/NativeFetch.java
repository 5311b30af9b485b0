package org.packhouse.app.engine.git.fetch;

import java.io.IOException;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.queue.Waiting;
import org.packhouse.app.storage.objects.SharedFiles;
import org.packhouse.app.storage.process.GitFailedException;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.scmcache.ResponseOutput;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Makes responses by {@code git upload-pack}: one ticket and one process each. */
@Component
@Order(Ordered.LOWEST_PRECEDENCE)
public class NativeFetch implements FetchProducer {

  private static final Logger LOG = LoggerFactory.getLogger(NativeFetch.class);
  private static final int MAX_TRIES = 3;

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
  public boolean produce(CheckedFetch fetch, ResponseOutput out) throws IOException {
    for (int tries = 1; ; tries++) {
      Sections refs = new Sections(fetch.request().options().contains("sideband-all"));
      PackWatch watch = new PackWatch(out, fetch.framing(), fetch.tellWantedRefs(refs).toBytes());
      try {
        produce(fetch, watch, out);
        return watch.packSeen();
      } catch (GitFailedException e) {
        // Another node has removed a file under the command; a second command finds its successor.
        if (tries == MAX_TRIES || watch.begun() || !SharedFiles.isStale(e)) {
          throw e;
        }
        LOG.info("A file of repository {} was replaced under git", fetch.repositoryId(), e);
      }
    }
  }

  private void produce(CheckedFetch fetch, PackWatch watch, ResponseOutput out) throws IOException {
    try (Ticket ticket = tickets.acquire(fetch.ticket(), waiting(out))) {
      // From here on the cache may let other clients join.
      out.flush();
      try (GitProcess process = uploadPack.stateless(ticket, fetch)) {
        process.send(fetch.request().toBytes(fetch.framing()));
        UploadPackProcess.relay(process, watch, fetch.framing());
      }
    }
  }

  private static Waiting waiting(ResponseOutput out) {
    return new Waiting() {
      @Override
      public void ahead(int count) throws IOException {
        out.queued(count);
      }

      @Override
      public void starts() {
        // The first byte says so.
      }
    };
  }
}
