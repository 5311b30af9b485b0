package org.packhouse.app.identity.token.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.token.AccessToken;
import org.packhouse.app.identity.token.NewToken;
import org.packhouse.app.identity.user.rest.UserView;

/** An access token in the REST dialect, with its secret only in the response to its creation. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Value.Builder
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
    return new TokenViewBuilder()
        .id(token.id())
        .createdDate(token.createdAt().toEpochMilli())
        .expiryDate(expires == null ? null : expires.toEpochMilli())
        .expiryDays(expires == null ? null : Duration.between(token.createdAt(), expires).toDays())
        .lastAuthenticated(token.lastUsedAt() == null ? null : token.lastUsedAt().toEpochMilli())
        .name(token.name())
        .permissions(token.permissions().values())
        .user(user)
        .token(secret)
        .build();
  }

  @Override
  public String toString() {
    return "TokenJson[" + id + "]";
  }
}
