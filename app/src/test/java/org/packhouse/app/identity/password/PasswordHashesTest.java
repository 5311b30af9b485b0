package org.packhouse.app.identity.password;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PasswordHashesTest {

  private final PasswordHashes hashes = new PasswordHashes(1, 1);

  @Test
  void takesAsMuchWorkForNobodyAsForSomebody() {
    String somebodys = hashes.hash("correct horse");
    assertThat(cost(PasswordHashes.NOBODYS)).isEqualTo(cost(somebodys));
    assertThat(PasswordHashes.NOBODYS).hasSameSizeAs(somebodys);
  }

  /** All but salt and hash. */
  private static String cost(String hash) {
    String[] parts = hash.split("\\$", -1);
    return String.join("$", Arrays.copyOf(parts, parts.length - 2));
  }

  @Test
  void letsNobodyIn() {
    AtomicInteger turns = new AtomicInteger();
    assertThat(hashes.matches("", null, turns::incrementAndGet)).isFalse();
    assertThat(hashes.matches("nobody has this password", null, turns::incrementAndGet)).isFalse();
    assertThat(turns).hasValue(2);
  }

  @Test
  void knowsTheRightPassword() {
    String hash = hashes.hash("correct horse");
    assertThat(hashes.matches("correct horse", hash, () -> {})).isTrue();
    assertThat(hashes.matches("wrong horse", hash, () -> {})).isFalse();
  }
}
