package org.packhouse.app.identity.key;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.AlreadyExistsException;
import org.packhouse.app.identity.user.UserDeleted;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of {@code ssh_key}. A key is one user's, or an access key, and exists once. */
@Component
public class KeyRows {

  static final String COLUMNS =
      "k.id, k.user_id, k.label, k.bit_length, k.fingerprint, k.public_key, k.created_at,"
          + " k.expires_at, k.last_used_at";

  private static final Duration PRECISION_OF_USE = Duration.ofMinutes(10);
  private static final int MAX_LABEL_LENGTH = 255;

  private final JdbcClient jdbc;
  private final Clock clock;

  KeyRows(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  @EventListener
  public void on(UserDeleted event) {
    jdbc.sql("delete from ssh_key where user_id = ?").param(event.user().id()).update();
  }

  /** Records the use of a key, to within ten minutes: most sign-ins write nothing. */
  public void noteUse(StoredKey key) {
    Instant now = clock.instant();
    Instant noted = key.lastUsedAt();
    if (noted == null || noted.isBefore(now.minus(PRECISION_OF_USE))) {
      jdbc.sql("update ssh_key set last_used_at = ? where id = ?")
          .params(now.atOffset(ZoneOffset.UTC), key.id())
          .update();
    }
  }

  Optional<SshKey> findByFingerprint(String fingerprint) {
    return jdbc.sql("select " + COLUMNS + " from ssh_key k where k.fingerprint = ?")
        .param(fingerprint)
        .query(SshKey.ROW)
        .optional();
  }

  /** Returns keys by their fingerprints, in one statement. */
  Map<String, SshKey> findAllByFingerprint(Collection<String> fingerprints) {
    return jdbc
        .sql("select " + COLUMNS + " from ssh_key k where k.fingerprint = any(?)")
        .param(fingerprints.toArray(String[]::new))
        .query(SshKey.ROW)
        .list()
        .stream()
        .collect(Collectors.toMap(SshKey::fingerprint, Function.identity()));
  }

  SshKey insert(
      @Nullable Long userId, PublicKeyText key, @Nullable String label, @Nullable Duration life) {
    String shown = label == null || label.isBlank() ? key.comment() : label.strip();
    checkLabel(shown);
    Instant now = clock.instant();
    return jdbc.sql(
            """
            insert into ssh_key as k
              (user_id, label, algorithm, bit_length, fingerprint, public_key, created_at, expires_at)
            values (:user, :label, :algorithm, :bits, :fingerprint, :key, :now, :expires)
            on conflict (fingerprint) do nothing
            returning %s
            """
                .formatted(COLUMNS))
        .param("user", userId)
        .param("label", shown)
        .param("algorithm", key.algorithm())
        .param("bits", key.bitLength())
        .param("fingerprint", key.fingerprint())
        .param("key", key.text())
        .param("now", now.atOffset(ZoneOffset.UTC))
        .param("expires", life == null ? null : now.plus(life).atOffset(ZoneOffset.UTC))
        .query(SshKey.ROW)
        .optional()
        .orElseThrow(() -> inUse(key.fingerprint()));
  }

  static AlreadyExistsException inUse(String fingerprint) {
    return new AlreadyExistsException(
        "text", "The key " + fingerprint + " is in use already: make another for this.");
  }

  private static void checkLabel(@Nullable String label) {
    if (label != null
        && (label.length() > MAX_LABEL_LENGTH || label.chars().anyMatch(Character::isISOControl))) {
      throw new InvalidFieldException(
          "label",
          "The label %s is too long or has control characters: use at most %d characters."
              .formatted(InvalidFieldException.quote(label), MAX_LABEL_LENGTH));
    }
  }
}
