package org.packhouse.cluster;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Sets the default time limit of awaited conditions above any stall of a shared machine. */
public final class Patience implements BeforeAllCallback {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(LIMIT);
  }
}
