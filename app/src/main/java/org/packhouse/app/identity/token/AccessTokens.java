package org.packhouse.app.identity.token;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.UserDeleted;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** HTTP access tokens; asks no permission. A change or revocation counts at once on every node. */
@Service
public class AccessTokens {

  private static final RowMapper<AccessToken> TOKEN =
      new SimplePropertyRowMapper<>(AccessToken.class);

  private static final int MAX_NAME_LENGTH = 255;
  private static final Duration PRECISION_OF_USE = Duration.ofMinutes(10);
  private static final long IDS = 1_000_000_000_000L;
  private static final String COLUMNS =
      "id, name, permissions, created_at, expires_at, last_used_at";

  private final JdbcClient jdbc;
  private final ApplicationEventPublisher events;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  AccessTokens(JdbcClient jdbc, ApplicationEventPublisher events, Clock clock) {
    this.jdbc = jdbc;
    this.events = events;
    this.clock = clock;
  }

  /** A new token with its secret, which is not stored. */
  public record NewToken(AccessToken token, String secret) {
    @Override
    public String toString() {
      return "NewToken[" + token.id() + "]";
    }
  }

  @EventListener
  public void on(UserDeleted event) {
    jdbc.sql("delete from access_token where user_id = ?").param(event.user().id()).update();
  }

  /** Records the use of a token, to within ten minutes: most requests write nothing. */
  public void noteUse(StoredToken token) {
    Instant now = clock.instant();
    Instant noted = token.lastUsedAt();
    if (noted == null || noted.isBefore(now.minus(PRECISION_OF_USE))) {
      jdbc.sql("update access_token set last_used_at = ? where id = ?")
          .params(now.atOffset(ZoneOffset.UTC), token.id())
          .update();
    }
  }

  /** Creates a token, without expiry if {@code life} is null. */
  @Transactional
  public NewToken create(
      TokenOwner owner, String name, TokenPermissions permissions, @Nullable Duration life) {
    checkName(name);
    String secret = TokenText.random();
    Instant now = clock.instant();
    AccessToken token =
        jdbc.sql(
                """
                insert into access_token
                  (id, token_hash, name, %s, permissions, created_at, expires_at)
                values (:id, :hash, :name, :owner, :permissions, :now, :expires)
                returning %s
                """
                    .formatted(column(owner), COLUMNS))
            .param("id", "%012d".formatted(random.nextLong(IDS)))
            .param("hash", RandomSecret.hash(secret))
            .param("name", name)
            .param("owner", owner.id())
            .param("permissions", permissions.stored())
            .param("now", now.atOffset(ZoneOffset.UTC))
            .param("expires", life == null ? null : now.plus(life).atOffset(ZoneOffset.UTC))
            .query(AccessToken.class)
            .single();
    tell("token.created", owner, token);
    return new NewToken(token, secret);
  }

  /** Lists the tokens of an owner, newest first. */
  @Transactional(readOnly = true)
  public List<AccessToken> list(TokenOwner owner, int start, int limit) {
    return jdbc.sql(
            """
            select %s from access_token where %s = ?
            order by created_at desc, id offset ? limit ?
            """
                .formatted(COLUMNS, column(owner)))
        .params(owner.id(), start, limit)
        .query(TOKEN)
        .list();
  }

  @Transactional(readOnly = true)
  public Optional<AccessToken> find(TokenOwner owner, String id) {
    return jdbc.sql(
            "select %s from access_token where id = ? and %s = ?".formatted(COLUMNS, column(owner)))
        .params(id, owner.id())
        .query(AccessToken.class)
        .optional();
  }

  /** Changes name and permissions, but not the secret or the expiry. */
  @Transactional
  public Optional<AccessToken> change(
      TokenOwner owner, String id, String name, TokenPermissions permissions) {
    checkName(name);
    Optional<AccessToken> changed =
        jdbc.sql(
                """
                update access_token set name = ?, permissions = ? where id = ? and %s = ?
                returning %s
                """
                    .formatted(column(owner), COLUMNS))
            .params(name, permissions.stored(), id, owner.id())
            .query(AccessToken.class)
            .optional();
    changed.ifPresent(token -> tell("token.changed", owner, token));
    return changed;
  }

  @Transactional
  public void revoke(TokenOwner owner, String id) {
    jdbc.sql(
            "delete from access_token where id = ? and %s = ? returning %s"
                .formatted(column(owner), COLUMNS))
        .params(id, owner.id())
        .query(AccessToken.class)
        .optional()
        .ifPresent(token -> tell("token.revoked", owner, token));
  }

  private void tell(String action, TokenOwner owner, AccessToken token) {
    events.publishEvent(
        new AuditableChange(
            action,
            "access token " + token.id(),
            Map.of(
                "owner", owner.toString(),
                "name", token.name(),
                "permissions", token.permissions().stored())));
  }

  private static void checkName(String name) {
    if (name.isBlank()
        || name.length() > MAX_NAME_LENGTH
        || name.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidFieldException(
          "name", "A token's name has 1 to 255 characters and no control characters.");
    }
  }

  private static String column(TokenOwner owner) {
    return switch (owner) {
      case TokenOwner.OfUser _ -> "user_id";
      case TokenOwner.OfProject _ -> "project_id";
      case TokenOwner.OfRepository _ -> "repository_id";
    };
  }
}
