package org.packhouse.app.identity.setup;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The secret that the console prints and the set-up page asks for, so that nobody but who started
 * the server sets it up. Every node prints the same; it is gone when the set-up is done.
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

  /** The secret; made when first asked for. */
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
