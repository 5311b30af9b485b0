package org.packhouse.app.identity.maintenance;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A maintenance of the server; a message of null is the default notice. */
public record Maintenance(Instant since, String startedBy, @Nullable String message) {

  private static final String USUAL = "The server is in maintenance. Try again later.";

  /** Returns the notice for users who are turned away. */
  public String notice() {
    return message == null ? USUAL : message;
  }
}
