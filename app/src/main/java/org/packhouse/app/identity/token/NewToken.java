package org.packhouse.app.identity.token;

/** A token that was just made: the one moment at which its secret is known. */
public record NewToken(AccessToken token, String secret) {
  @Override
  public String toString() {
    return "NewToken[" + token.id() + "]";
  }
}
