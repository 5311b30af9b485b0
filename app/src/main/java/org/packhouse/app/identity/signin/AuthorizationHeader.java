package org.packhouse.app.identity.signin;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.session.Credential;

/** Reads credentials from {@code Authorization} headers. */
public final class AuthorizationHeader {

  private AuthorizationHeader() {}

  /**
   * Reads a credential; none without a header.
   *
   * @throws AuthenticationFailedException if it is no well-formed Basic or Bearer
   */
  public static Credential read(@Nullable String header, String remoteAddress)
      throws AuthenticationFailedException {
    if (header == null || header.isBlank()) {
      return new Credential.None();
    }
    if (header.regionMatches(true, 0, "Bearer ", 0, 7)) {
      return new Credential.Bearer(header.substring(7).strip(), remoteAddress);
    }
    if (header.regionMatches(true, 0, "Basic ", 0, 6)) {
      String pair = decode(header.substring(6).strip());
      int colon = pair.indexOf(':');
      if (colon >= 0) {
        return new Credential.Basic(
            pair.substring(0, colon), pair.substring(colon + 1), remoteAddress);
      }
    }
    throw AuthenticationFailedException.wrongCredential();
  }

  private static String decode(String base64) throws AuthenticationFailedException {
    try {
      return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      AuthenticationFailedException failure = AuthenticationFailedException.wrongCredential();
      failure.initCause(e);
      throw failure;
    }
  }
}
