package org.packhouse.app.identity.setup;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The secret of the set-up page, shown in the log, the same on every node, deleted by the set-up.
 */
@Component
class SetupToken {

  private static final String NAME = "setup.token";
  private static final int BYTES = 20;

  private final StoredSettings facts;
  private final JdbcClient jdbc;
  private final SecureRandom random = new SecureRandom();

  SetupToken(StoredSettings facts, JdbcClient jdbc) {
    this.facts = facts;
    this.jdbc = jdbc;
  }

  /** Returns the secret, which the first call makes. */
  String get() {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    jdbc.sql("insert into setting (name, value) values (?, ?) on conflict do nothing")
        .params(NAME, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes))
        .update();
    return facts.read(NAME).orElseThrow();
  }

  boolean matches(String shown) {
    return facts
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
