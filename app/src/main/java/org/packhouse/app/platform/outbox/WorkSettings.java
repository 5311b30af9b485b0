package org.packhouse.app.platform.outbox;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code background.*}: work that no client waits for.
 *
 * @param threads how many tasks this node runs at once
 * @param pollingInterval how often it looks for tasks that other nodes made
 * @param shutdownMaxWait how long a stopping node waits for running tasks
 */
@ConfigurationProperties("background")
record WorkSettings(
    @DefaultValue("4") int threads,
    @DefaultValue("1s") Duration pollingInterval,
    @DefaultValue("30s") Duration shutdownMaxWait) {

  WorkSettings {
    if (threads < 1) {
      throw new IllegalArgumentException(
          "background.threads is " + threads + ", but must be 1 or more");
    }
    if (!pollingInterval.isPositive()) {
      throw new IllegalArgumentException(
          "background.polling-interval is " + pollingInterval + ", but must be more than 0");
    }
    if (shutdownMaxWait.isNegative()) {
      throw new IllegalArgumentException(
          "background.shutdown-max-wait is " + shutdownMaxWait + ", but must be 0 or more");
    }
  }
}
