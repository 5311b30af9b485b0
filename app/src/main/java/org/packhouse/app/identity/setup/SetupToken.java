package org.packhouse.app.identity.setup;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.packhouse.app.identity.token.RandomSecret;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The secret of the set-up page, shown in the log, the same on every node, deleted by the set-up.
 */
@Component
class SetupToken {

  private static final String NAME = "setup.token";
  private static final int BYTES = 20;

  private final StoredSettings stored;
  private final JdbcClient jdbc;

  SetupToken(StoredSettings stored, JdbcClient jdbc) {
    this.stored = stored;
    this.jdbc = jdbc;
  }

  /** Returns the secret, which the first call makes. */
  String get() {
    jdbc.sql("insert into setting (name, value) values (?, ?) on conflict do nothing")
        .params(NAME, RandomSecret.text(BYTES))
        .update();
    return stored.read(NAME).orElseThrow();
  }

  boolean matches(String shown) {
    return stored
        .read(NAME)
        .filter(token -> MessageDigest.isEqual(bytes(token), bytes(shown)))
        .isPresent();
  }

  void spend() {
    jdbc.sql("delete from setting where name = ?").param(NAME).update();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
