package org.packhouse.app.identity.auth;

/** What a client shows to say who it is. */
public sealed interface Credential {

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
