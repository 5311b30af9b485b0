package org.packhouse.app.engine.admission;

import java.nio.file.Path;
import java.time.Duration;
import org.packhouse.app.platform.node.BackgroundThread;
import org.springframework.stereotype.Component;

/** Ends requests that serve only their client once it has gone, which no read would notice. */
@Component
final class ClientWatch extends BackgroundThread {

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final Exchanges exchanges;
  private final ClosedPeers peers = new ClosedPeers(Path.of("/proc/self"));

  ClientWatch(Exchanges exchanges) {
    super("http-clients", ExchangeWatch.FIRST_TO_LAST);
    this.exchanges = exchanges;
  }

  @Override
  protected void begin() {
    every(LOOK_EVERY, () -> exchanges.endAbandoned(peers::read));
  }
}
