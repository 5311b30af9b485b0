package org.packhouse.app.notice.webhook;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values of a webhook before they are checked; null secret and credentials stay as they were. */
public record WebhookValues(
    @Nullable String name,
    @Nullable String url,
    @Nullable List<String> events,
    boolean active,
    boolean verifiesTls,
    @Nullable Secret secret,
    @Nullable Credentials credentials) {

  /** A secret that signs deliveries; without text they are not signed. */
  public record Secret(@Nullable String text) {
    @Override
    public String toString() {
      return "Secret[]";
    }
  }

  /** The basic authentication of a receiver; null password: as it was, for the same user. */
  public record Credentials(@Nullable String username, @Nullable String password) {
    @Override
    public String toString() {
      return "Credentials[" + username + "]";
    }
  }
}
