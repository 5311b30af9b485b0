package org.packhouse.app.identity.token.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.token.AccessToken;
import org.packhouse.app.identity.token.AccessTokens.NewToken;
import org.packhouse.app.identity.user.rest.UserView;

/** An access token in the REST dialect, with its secret only in the response to its creation. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record TokenView(
    String id,
    @JsonUnwrapped Dates dates,
    String name,
    List<Permission> permissions,
    @Nullable UserView user,
    @Nullable String token) {

  /** Milliseconds since 1970, and the days from creation to expiry; absent: never. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Dates(
      long createdDate,
      @Nullable Long expiryDate,
      @Nullable Long expiryDays,
      @Nullable Long lastAuthenticated) {

    static Dates of(AccessToken token) {
      Instant expires = token.expiresAt();
      Instant used = token.lastUsedAt();
      return new Dates(
          token.createdAt().toEpochMilli(),
          expires == null ? null : expires.toEpochMilli(),
          expires == null ? null : Duration.between(token.createdAt(), expires).toDays(),
          used == null ? null : used.toEpochMilli());
    }
  }

  static TokenView of(AccessToken token, @Nullable UserView user) {
    return of(token, user, null);
  }

  static TokenView of(NewToken token, @Nullable UserView user) {
    return of(token.token(), user, token.secret());
  }

  private static TokenView of(AccessToken token, @Nullable UserView user, @Nullable String secret) {
    return new TokenView(
        token.id(), Dates.of(token), token.name(), token.permissions().values(), user, secret);
  }

  @Override
  public String toString() {
    return "TokenView[" + id + "]";
  }
}
