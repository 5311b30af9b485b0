package org.packhouse.app.identity.maintenance;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * That the server is in maintenance.
 *
 * @param since when it was begun
 * @param startedBy the name of the user who did
 * @param message what those who are turned away are told; null: the usual sentence
 */
public record Maintenance(Instant since, String startedBy, @Nullable String message) {

  private static final String USUAL = "The server is in maintenance. Try again later.";

  /** What those who are turned away are told. */
  public String notice() {
    return message == null ? USUAL : message;
  }
}
