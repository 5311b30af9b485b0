package org.packhouse.app.notice.webhook;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.outbound.WebAddress;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** Parses the URLs of receivers. */
final class ReceiverUrl {

  private static final String FIELD = "url";

  private ReceiverUrl() {}

  /** Parses a URL of {@code http} or {@code https}. */
  static WebAddress parse(@Nullable String text) {
    if (text == null || text.isBlank()) {
      throw new InvalidFieldException(FIELD, "A webhook needs the URL of a receiver.");
    }
    try {
      return WebAddress.parse(text);
    } catch (WebAddress.RefusedException e) {
      throw new InvalidFieldException(FIELD, String.valueOf(e.getMessage()));
    }
  }
}
