package org.packhouse.app.storage.refs;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code refs.*}: how refs are moved.
 *
 * @param connections how many refs moves of this node may be in their transaction at once
 * @param checkInterval how long refs on disk are taken to be what was read of them, while the
 *     server itself moves none: so long a change by other programs may go unseen. 0: not at all
 */
@ConfigurationProperties("refs")
record RefSettings(@DefaultValue("8") int connections, @DefaultValue("5s") Duration checkInterval) {

  RefSettings {
    if (connections < 1) {
      throw new IllegalArgumentException(
          "refs.connections is " + connections + ", but must be 1 or more");
    }
    if (checkInterval.isNegative()) {
      throw new IllegalArgumentException(
          "refs.check-interval is " + checkInterval + ", but must be 0 or more");
    }
  }
}
