package org.packhouse.app.identity.key;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.AlreadyExistsException;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.User;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** SSH keys of users; asks no permission. A removal counts at once on every node. */
@Service
public class UserKeys {

  private final KeyRows rows;
  private final JdbcClient jdbc;
  private final ApplicationEventPublisher events;

  UserKeys(KeyRows rows, JdbcClient jdbc, ApplicationEventPublisher events) {
    this.rows = rows;
    this.jdbc = jdbc;
    this.events = events;
  }

  /**
   * Adds a key.
   *
   * @param text a line as in a {@code .pub} file
   * @param label null: the comment of the line
   * @param life null: no expiry
   * @throws AlreadyExistsException if any user has it, or it is an access key
   */
  @Transactional
  public SshKey add(User user, String text, @Nullable String label, @Nullable Duration life) {
    SshKey key = rows.insert(user.id(), PublicKeyText.parse(text), label, life);
    events.publishEvent(
        new AuditableChange("key.added", user.name(), Map.of("key", key.fingerprint())));
    return key;
  }

  /** Lists a user's keys, oldest first. */
  @Transactional(readOnly = true)
  public List<SshKey> list(User user, int start, int limit) {
    return jdbc.sql(
            "select "
                + KeyRows.COLUMNS
                + " from ssh_key k where k.user_id = ?"
                + " order by k.id offset ? limit ?")
        .params(user.id(), start, limit)
        .query(SshKey.ROW)
        .list();
  }

  /** Returns the key of any user with that id. */
  @Transactional(readOnly = true)
  public Optional<SshKey> find(long id) {
    return jdbc.sql(
            "select "
                + KeyRows.COLUMNS
                + " from ssh_key k where k.id = ? and k.user_id is not null")
        .param(id)
        .query(SshKey.ROW)
        .optional();
  }

  @Transactional
  public void remove(User user, long id) {
    jdbc.sql("delete from ssh_key where id = ? and user_id = ? returning fingerprint")
        .params(id, user.id())
        .query(String.class)
        .optional()
        .ifPresent(fingerprint ->
            events.publishEvent(
                new AuditableChange("key.removed", user.name(), Map.of("key", fingerprint))));
  }

  @Transactional
  public void removeAll(User user) {
    int removed = jdbc.sql("delete from ssh_key where user_id = ?").param(user.id()).update();
    if (removed > 0) {
      events.publishEvent(
          new AuditableChange(
              "key.removed", user.name(), Map.of("keys", Integer.toString(removed))));
    }
  }
}
