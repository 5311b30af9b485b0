package org.packhouse.app.identity.session;

import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.token.TokenText;
import org.packhouse.app.identity.user.User;

/** A credential of a client. */
public sealed interface Credential {

  /**
   * Returns the credential for a later check: of a password the user's stamp, as verifying takes
   * long.
   */
  default Credential later(Caller caller) {
    User user = caller.user();
    return this instanceof Basic(_, String secret, _) && !TokenText.isToken(secret) && user != null
        ? new Session(user.id(), user.stamp())
        : this;
  }

  record None() implements Credential {}

  /** A name and a password; a token is accepted as the password. */
  record Basic(String name, String secret, String remoteAddress) implements Credential {
    @Override
    public String toString() {
      return "Basic[" + name + "]";
    }
  }

  record Bearer(String token, String remoteAddress) implements Credential {
    @Override
    public String toString() {
      return "Bearer[...]";
    }
  }

  /** A public key, {@code SHA256:...}, whose private half an SSH client has proved to hold. */
  record PublicKey(String fingerprint) implements Credential {}

  /** A user authenticated earlier, by a session or a remembered sign-in. */
  record Session(long userId, long stamp) implements Credential {}
}
