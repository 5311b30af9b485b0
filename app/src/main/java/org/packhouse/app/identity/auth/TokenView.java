package org.packhouse.app.identity.auth;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.UserView;

/**
 * An access token in the REST dialect.
 *
 * @param user whose it is; null: a project's or repository's
 * @param token the secret, in the response that made it and never again
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record TokenView(
    String id,
    long createdDate,
    @Nullable Long expiryDate,
    @Nullable Long expiryDays,
    @Nullable Long lastAuthenticated,
    String name,
    List<Permission> permissions,
    @Nullable UserView user,
    @Nullable String token) {

  static TokenView of(AccessToken token, @Nullable UserView user) {
    return of(token, user, null);
  }

  static TokenView of(NewToken token, @Nullable UserView user) {
    return of(token.token(), user, token.secret());
  }

  private static TokenView of(AccessToken token, @Nullable UserView user, @Nullable String secret) {
    Instant expires = token.expiresAt();
    return new TokenView(
        token.id(),
        token.createdAt().toEpochMilli(),
        expires == null ? null : expires.toEpochMilli(),
        expires == null ? null : Duration.between(token.createdAt(), expires).toDays(),
        token.lastUsedAt() == null ? null : token.lastUsedAt().toEpochMilli(),
        token.name(),
        token.permissions().values(),
        user,
        secret);
  }

  @Override
  public String toString() {
    return "TokenJson[" + id + "]";
  }
}
