package org.packhouse.app.engine.connector;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;

/** Cuts off requests that take longer than any may, and those whose clients take too little. */
@Component
final class ExchangeWatch implements SmartInitializingSingleton, DisposableBean {

  private static final Duration LONGEST_LOOK = Duration.ofSeconds(5);
  private static final int LOOKS = 20;

  private final Exchanges exchanges;
  private final HttpSettings settings;
  private final Clock clock;
  private final CountDownLatch stopped = new CountDownLatch(1);

  ExchangeWatch(Exchanges exchanges, HttpSettings settings, Clock clock) {
    this.exchanges = exchanges;
    this.settings = settings;
    this.clock = clock;
  }

  @Override
  public void afterSingletonsInstantiated() {
    Thread.ofPlatform().daemon().name("http-watch").start(this::watch);
  }

  private void watch() {
    ResponsePace slowest = new ResponsePace(settings.writeTimeout());
    long look = Math.min(LONGEST_LOOK.toMillis(), slowest.over().toMillis() / LOOKS);
    try {
      while (!stopped.await(look, TimeUnit.MILLISECONDS)) {
        Instant oldest = clock.instant().minus(settings.requestTimeout());
        exchanges.abortOlderThan(
            oldest, "it takes longer than server.request-timeout, " + settings.requestTimeout());
        exchanges.abortSlowerThan(slowest);
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
