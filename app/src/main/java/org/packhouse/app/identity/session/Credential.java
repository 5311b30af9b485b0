package org.packhouse.app.identity.session;

import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.token.TokenText;
import org.packhouse.app.identity.user.User;

/** A proof that a client shows of who it is. */
public sealed interface Credential {

  /**
   * What stands for this one when the caller whom it let in is looked at again: the same, and for a
   * password its user as of then, as a password takes long to check.
   */
  default Credential later(Caller caller) {
    User user = caller.user();
    return this instanceof Basic(_, String secret, _) && !TokenText.isToken(secret) && user != null
        ? new Session(user.id(), user.stamp())
        : this;
  }

  /** Nothing. */
  record None() implements Credential {}

  /** Name and password; a token is accepted in the password's place. */
  record Basic(String name, String secret, String remoteAddress) implements Credential {
    @Override
    public String toString() {
      return "Basic[" + name + "]";
    }
  }

  /** An HTTP access token. */
  record Bearer(String token, String remoteAddress) implements Credential {
    @Override
    public String toString() {
      return "Bearer[...]";
    }
  }

  /**
   * A public key whose private half the client has proved to hold (SSH).
   *
   * @param fingerprint {@code SHA256:...}
   */
  record PublicKey(String fingerprint) implements Credential {}

  /** A user who was authenticated earlier: a session's or a remembered one. */
  record Session(long userId, long stamp) implements Credential {}
}
