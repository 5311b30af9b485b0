package org.packhouse.app.identity.key;

import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.key.GpgKeyRing.SubKey;
import org.packhouse.app.identity.user.AlreadyExistsException;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserDeleted;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** OpenPGP keys of users, for the verification of signatures; asks no permission. */
@Service
public class UserGpgKeys {

  private static final RowMapper<GpgKey> KEY = new SimplePropertyRowMapper<>(GpgKey.class);
  private static final RowMapper<SubKey> SUB_KEY = new SimplePropertyRowMapper<>(SubKey.class);

  private final JdbcClient jdbc;
  private final ApplicationEventPublisher events;
  private final Clock clock;

  UserGpgKeys(JdbcClient jdbc, ApplicationEventPublisher events, Clock clock) {
    this.jdbc = jdbc;
    this.events = events;
    this.clock = clock;
  }

  @EventListener
  public void on(UserDeleted event) {
    jdbc.sql("delete from gpg_key where user_id = ?").param(event.user().id()).update();
  }

  /**
   * Adds a key, armoured.
   *
   * @throws AlreadyExistsException if any user has it
   */
  @Transactional
  public GpgKeyRing add(User user, String text) {
    Instant now = clock.instant();
    GpgKeyText key = GpgKeyText.parse(text, now);
    long id =
        jdbc.sql(
                """
                insert into gpg_key (user_id, fingerprint, key_id, email_address, public_key,
                                     expires_at, created_at)
                values (?, ?, ?, ?, ?, ?, ?)
                on conflict (fingerprint) do nothing returning id
                """)
            .params(user.id(), key.fingerprint(), key.keyId())
            .param(key.emailAddress())
            .param(key.armoured())
            .param(at(key.expiresAt()))
            .param(at(now))
            .query(Long.class)
            .optional()
            .orElseThrow(() ->
                new AlreadyExistsException(
                    "text", "The key " + key.fingerprint() + " is somebody's already."));
    for (int i = 0; i < key.subKeys().size(); i++) {
      SubKey sub = key.subKeys().get(i);
      jdbc.sql(
              """
              insert into gpg_sub_key (gpg_key_id, ordinal, fingerprint, expires_at)
              values (?, ?, ?, ?)
              """)
          .params(id, i, sub.fingerprint())
          .param(at(sub.expiresAt()))
          .update();
    }
    audit("gpg-key.added", user, key.fingerprint());
    return new GpgKeyRing(
        new GpgKey(
            id,
            user.id(),
            key.keyId(),
            key.fingerprint(),
            key.emailAddress(),
            key.expiresAt(),
            key.armoured()),
        key.subKeys());
  }

  /** Lists a user's keys, oldest first. */
  @Transactional(readOnly = true)
  public List<GpgKeyRing> list(User user, int start, int limit) {
    List<GpgKey> keys =
        jdbc.sql("select * from gpg_key where user_id = ? order by id offset ? limit ?")
            .params(user.id(), start, limit)
            .query(KEY)
            .list();
    return withSubKeys(keys);
  }

  /** Returns the keys of all users with that fingerprint or id, in any case. */
  @Transactional(readOnly = true)
  public List<GpgKey> find(String fingerprintOrId) {
    String name = fingerprintOrId.toUpperCase(Locale.ROOT);
    return jdbc.sql("select * from gpg_key where fingerprint = ? or key_id = ? order by id")
        .params(name, name)
        .query(KEY)
        .list();
  }

  /** Returns keys that may have made a signature, by their ids or fingerprints, or a sub-key's. */
  @Transactional(readOnly = true)
  public List<GpgKey> findSigning(String fingerprintOrId) {
    return findSigning(List.of(fingerprintOrId)).getOrDefault(fingerprintOrId, List.of());
  }

  /** Returns the keys for several names in one statement, without the names that no key has. */
  @Transactional(readOnly = true)
  public Map<String, List<GpgKey>> findSigning(Collection<String> fingerprintsOrIds) {
    Map<String, List<GpgKey>> found = new HashMap<>();
    jdbc.sql(
            """
            select n.name, k.*
              from unnest(?::text[]) n (name)
              join lateral (
                select * from gpg_key where fingerprint = n.name or key_id = n.name
                union
                select k.* from gpg_key k join gpg_sub_key s on s.gpg_key_id = k.id
                 where s.fingerprint = n.name) k on true
            """)
        .param(fingerprintsOrIds.toArray(String[]::new))
        .query(row -> {
          found
              .computeIfAbsent(row.getString("name"), name -> new ArrayList<>())
              .add(KEY.mapRow(row, row.getRow()));
        });
    return found;
  }

  @Transactional
  public void remove(User user, GpgKey key) {
    int removed =
        jdbc.sql("delete from gpg_key where id = ? and user_id = ?")
            .params(key.id(), user.id())
            .update();
    if (removed > 0) {
      audit("gpg-key.removed", user, key.fingerprint());
    }
  }

  @Transactional
  public void removeAll(User user) {
    jdbc.sql("delete from gpg_key where user_id = ? returning fingerprint")
        .param(user.id())
        .query(String.class)
        .list()
        .forEach(fingerprint -> audit("gpg-key.removed", user, fingerprint));
  }

  private void audit(String action, User user, String fingerprint) {
    events.publishEvent(new AuditableChange(action, user.name(), Map.of("key", fingerprint)));
  }

  private List<GpgKeyRing> withSubKeys(List<GpgKey> keys) {
    Map<Long, List<SubKey>> subKeys = new HashMap<>();
    jdbc.sql("select * from gpg_sub_key where gpg_key_id = any(?) order by gpg_key_id, ordinal")
        .param(keys.stream().map(GpgKey::id).toArray(Long[]::new))
        .query(row -> {
          subKeys
              .computeIfAbsent(row.getLong("gpg_key_id"), id -> new ArrayList<>())
              .add(SUB_KEY.mapRow(row, row.getRow()));
        });
    return keys.stream()
        .map(key -> new GpgKeyRing(key, subKeys.getOrDefault(key.id(), List.of())))
        .toList();
  }

  private static @Nullable OffsetDateTime at(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }
}
