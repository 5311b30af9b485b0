package org.packhouse.app.identity.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import org.bouncycastle.bcpg.ArmoredInputStream;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import tools.jackson.databind.json.JsonMapper;

class GpgKeysRestTest {

  private static final String PASSWORD = "a-password-of-tests";
  private static final String KEYS = "/rest/gpg/1.0/keys";
  private static final String FINGERPRINT = "7923A7AAFE55C2290C25CC8141AEC1BA20FC14D3";

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final User user = people.createUser(TestingPeople.uniqueName("signer"), PASSWORD);
  private final TestingRest own = TestingRest.user(server, user.name(), PASSWORD);

  /** A key is anybody's once: other tests want the same ones. */
  @AfterEach
  void removeKeys() {
    assertThat(admin.delete(KEYS + "?user=" + user.slug()).status()).isEqualTo(204);
  }

  private static String key(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(GpgKeysRestTest.class.getResourceAsStream(name + ".asc"), name)) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private static Response add(TestingRest by, String query, String text) {
    String json = JsonMapper.shared().createObjectNode().put("text", text).toString();
    return by.post(KEYS + query, json);
  }

  @Test
  void keepsAKeyWithItsSubKeysUntilItIsRemoved() throws IOException {
    Response added = add(own, "", "\n" + key("gpg-ed25519") + "\n");
    assertThat(added.status()).as(added.response().body()).isEqualTo(200);
    assertThat(added.at("/fingerprint")).isEqualTo(FINGERPRINT);
    assertThat(added.at("/id")).isEqualTo("41AEC1BA20FC14D3");
    assertThat(added.at("/emailAddress")).isEqualTo("ada@example.org");
    assertThat(added.json().has("expiryDate")).isFalse();
    assertThat(added.at("/subKeys/0/fingerprint"))
        .isEqualTo("280885E5610C2F6DD8E25DD7EADC4C8DEF150BFD");
    assertThat(added.json().at("/subKeys/0/expiryDate").asLong()).isEqualTo(2_082_801_600_000L);
    add(own, "", key("gpg-rsa"));
    Response listed = own.get(KEYS);
    assertThat(listed.json().at("/size").asInt()).isEqualTo(2);
    assertThat(listed.json().at("/values/0")).isEqualTo(added.json());
    assertThat(listed.json().at("/values/1/expiryDate").asLong()).isEqualTo(2_082_801_600_000L);
    assertThat(own.get(KEYS + "?limit=1").json().at("/nextPageStart").asInt()).isOne();
    assertThat(own.delete(KEYS + "/" + FINGERPRINT.toLowerCase(Locale.ROOT)).status())
        .isEqualTo(204);
    assertThat(own.delete(KEYS + "/D936C293A5742ED1").status()).isEqualTo(204);
    assertThat(own.get(KEYS).json().at("/size").asInt()).isZero();
    assertThat(own.delete(KEYS + "/none%00").status()).isIn(204, 400, 404);
  }

  @Test
  void takesBackWhatItGave() throws IOException {
    String text = add(own, "", key("gpg-ed25519")).at("/text");
    assertThat(text).startsWith("-----BEGIN PGP PUBLIC KEY BLOCK-----").doesNotContain("Version:");
    assertThat(own.delete(KEYS).status()).isEqualTo(204);
    assertThat(add(own, "", text).at("/text")).isEqualTo(text);
  }

  @Test
  void isEverybodysOwnBusinessAndThatOfAdministrators() throws IOException {
    User other = people.createUser(TestingPeople.uniqueName("other"), PASSWORD);
    TestingRest others = TestingRest.user(server, other.name(), PASSWORD);
    String text = key("gpg-ed25519");
    assertThat(add(others, "?user=" + user.slug(), text).status()).isEqualTo(401);
    assertThat(add(admin, "?user=" + user.slug(), text).status()).isEqualTo(200);
    assertThat(add(others, "", text).status()).isEqualTo(409);
    assertThat(others.get(KEYS + "?user=" + user.slug()).status()).isEqualTo(401);
    assertThat(others.delete(KEYS + "/" + FINGERPRINT).status()).isEqualTo(401);
    assertThat(others.delete(KEYS + "?user=" + user.slug()).status()).isEqualTo(401);
    assertThat(TestingRest.anonymous(server).get(KEYS).status()).isEqualTo(401);
    assertThat(admin.get(KEYS + "?user=" + user.slug()).json().at("/size").asInt()).isOne();
    assertThat(admin.get(KEYS + "?user=nobody-of-that-name").status()).isEqualTo(404);
    assertThat(admin.delete(KEYS + "/" + FINGERPRINT).status()).isEqualTo(204);
    assertThat(own.get(KEYS).json().at("/size").asInt()).isZero();
  }

  @Test
  void goesWithItsUser() throws IOException {
    User gone = people.createUser(TestingPeople.uniqueName("gone"), PASSWORD);
    String text = key("gpg-ed25519");
    assertThat(add(TestingRest.user(server, gone.name(), PASSWORD), "", text).status())
        .isEqualTo(200);
    assertThat(admin.delete("admin/users?name=" + gone.name()).status()).isEqualTo(200);
    assertThat(add(own, "", text).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({"gpg-expired,expired", "gpg-weak,2048 bits", "gpg-revoked,revoked"})
  void refusesKeysThatMustNotBeTrusted(String name, String why) throws IOException {
    Response refused = add(own, "", key(name));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.message()).contains(why);
    assertThat(refused.at("/errors/0/context")).isEqualTo("text");
  }

  @Test
  void refusesAKeyWhoseUserIdSomebodyElseHasWritten() throws IOException {
    byte[] bytes;
    try (InputStream in =
        new ArmoredInputStream(
            Objects.requireNonNull(GpgKeysRestTest.class.getResourceAsStream("gpg-ed25519.asc")))) {
      bytes = in.readAllBytes();
    }
    String raw = new String(bytes, StandardCharsets.ISO_8859_1).replace("Ada Admin", "Eve Admin");
    ByteArrayOutputStream forged = new ByteArrayOutputStream();
    try (ArmoredOutputStream out = new ArmoredOutputStream(forged)) {
      out.write(raw.getBytes(StandardCharsets.ISO_8859_1));
    }
    Response refused = add(own, "", forged.toString(StandardCharsets.US_ASCII));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.message()).contains("signed none of its user ids");
  }

  @Test
  void refusesWhatIsNoPublicKey() throws IOException {
    String text = key("gpg-ed25519");
    String[] texts = {
      "",
      "ssh-ed25519 AAAA",
      text.substring(0, 200),
      text.replace("PUBLIC", "PRIVATE"),
      text + text,
      text + key("gpg-rsa"),
      "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nAAAA\n-----END PGP PUBLIC KEY BLOCK-----\n",
      "-----BEGIN PGP PUBLIC KEY BLOCK-----\n" + "x".repeat(200_000),
      "\u0000"
    };
    for (String each : texts) {
      assertThat(add(own, "", each).status()).as(each).isEqualTo(400);
    }
    assertThat(own.post(KEYS, "{}").status()).isEqualTo(400);
    assertThat(own.get(KEYS).json().at("/size").asInt()).isZero();
  }
}
