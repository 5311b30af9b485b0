package org.packhouse.app.identity.token;

/** A new token with its secret, which is not stored. */
public record NewToken(AccessToken token, String secret) {
  @Override
  public String toString() {
    return "NewToken[" + token.id() + "]";
  }
}
