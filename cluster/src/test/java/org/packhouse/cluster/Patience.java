package org.packhouse.cluster;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Sets how long tests wait for a condition that says no time of its own: longer than a machine may
 * stand still that others use as well, as what is met is waited for no longer.
 */
public final class Patience implements BeforeAllCallback {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(LIMIT);
  }
}
