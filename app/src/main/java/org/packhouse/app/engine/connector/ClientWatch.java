package org.packhouse.app.engine.connector;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;

/**
 * Ends requests that are of use to their clients alone, when these have gone. While a response is
 * waited for nobody reads the connection, so nobody would find out.
 */
@Component
final class ClientWatch implements SmartInitializingSingleton, DisposableBean {

  private static final long LOOK_SECONDS = 1;

  private final Exchanges exchanges;
  private final ClosedPeers peers = new ClosedPeers(Path.of("/proc/self"));
  private final CountDownLatch stopped = new CountDownLatch(1);

  ClientWatch(Exchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public void afterSingletonsInstantiated() {
    Thread.ofPlatform().daemon().name("http-clients").start(this::watch);
  }

  private void watch() {
    try {
      while (!stopped.await(LOOK_SECONDS, TimeUnit.SECONDS)) {
        exchanges.endThoseWithoutClient(peers::read);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void destroy() {
    stopped.countDown();
  }
}
