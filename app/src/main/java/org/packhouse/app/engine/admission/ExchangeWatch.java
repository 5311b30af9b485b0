package org.packhouse.app.engine.admission;

import java.nio.file.Path;
import java.time.Duration;
import org.packhouse.app.engine.admission.HttpSettings.TimeoutSettings;
import org.packhouse.app.platform.node.BackgroundThread;
import org.springframework.stereotype.Component;

/**
 * Cuts off requests that take too long, and those whose clients read too slowly; ends requests that
 * serve only their client once it has gone, which no read would notice.
 */
@Component
final class ExchangeWatch extends BackgroundThread {

  /** Phase that runs from before the first request until after the last one. */
  private static final int FIRST_TO_LAST = Integer.MIN_VALUE;

  private static final Duration MAX_LOOK = Duration.ofSeconds(5);
  private static final int LOOKS = 20;
  private static final Duration LOOK_FOR_CLIENTS_EVERY = Duration.ofSeconds(1);

  private final Exchanges exchanges;
  private final TimeoutSettings settings;
  private final ClosedPeers peers = new ClosedPeers(Path.of("/proc/self"));

  ExchangeWatch(Exchanges exchanges, TimeoutSettings settings) {
    super("http-watch", FIRST_TO_LAST);
    this.exchanges = exchanges;
    this.settings = settings;
  }

  @Override
  protected void begin() {
    ResponsePace slowest = new ResponsePace(settings.writeTimeout());
    Duration share = slowest.over().dividedBy(LOOKS);
    every(share.compareTo(MAX_LOOK) < 0 ? share : MAX_LOOK, () -> look(slowest));
    every(LOOK_FOR_CLIENTS_EVERY, () -> exchanges.endAbandoned(peers::read));
  }

  private void look(ResponsePace slowest) {
    exchanges.abortLongerThan(
        settings.requestTimeout(),
        "it takes longer than server.request-timeout, " + settings.requestTimeout());
    exchanges.abortSlowerThan(slowest);
  }
}
