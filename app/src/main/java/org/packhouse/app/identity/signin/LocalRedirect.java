package org.packhouse.app.identity.signin;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An address that a request names and that somebody may be led to: one of this server. */
public final class LocalRedirect {

  private LocalRedirect() {}

  /**
   * The path with its query, without the context path, if it is of this server: browsers read
   * {@code //} and {@code /\\} as another one.
   */
  public static Optional<String> of(@Nullable String address) {
    if (address == null || !address.startsWith("/") || address.startsWith("//")) {
      return Optional.empty();
    }
    try {
      // No backslash, no control character and no brace is part of one.
      return Optional.of(new URI(address).toASCIIString());
    } catch (URISyntaxException _) {
      return Optional.empty();
    }
  }
}
