package org.packhouse.app.identity.signin;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Paths of this server to which a request may ask to be redirected. */
public final class LocalRedirect {

  private LocalRedirect() {}

  /**
   * Returns the path and query if they stay on this server: browsers take {@code //} for another
   * one.
   */
  public static Optional<String> of(@Nullable String address) {
    if (address == null || !address.startsWith("/") || address.startsWith("//")) {
      return Optional.empty();
    }
    try {
      // A URI has no backslash, control character or brace.
      return Optional.of(new URI(address).toASCIIString());
    } catch (URISyntaxException _) {
      return Optional.empty();
    }
  }
}
