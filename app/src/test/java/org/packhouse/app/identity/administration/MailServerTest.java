package org.packhouse.app.identity.administration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

class MailServerTest {

  private static final String PATH = "admin/mail-server";
  private static final String SENDER = PATH + "/sender-address";
  private static final String SECRET = "the secret of the mail server";
  private static final String FULL =
      """
      {'hostname':'mail.example.org','port':587,'protocol':'SMTP','useStartTls':true,
       'requireStartTls':true,'username':'packhouse','password':'%s',
       'senderAddress':'git@example.org'}
      """
          .formatted(SECRET);

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final MailServers mail = server.get(MailServers.class);

  @AfterEach
  void remove() {
    assertThat(admin.delete(PATH).status()).isEqualTo(204);
    assertThat(admin.delete(SENDER).status()).isEqualTo(204);
  }

  @Test
  void theMailServerIsSetShownAndRemoved() {
    assertThat(admin.get(PATH).status()).isEqualTo(404);
    Response set = admin.put(PATH, FULL);
    assertThat(set.status()).isEqualTo(200);
    Response shown = admin.get(PATH);
    assertThat(shown.json()).isEqualTo(set.json());
    assertThat(shown.at("/hostname")).isEqualTo("mail.example.org");
    assertThat(shown.at("/port")).isEqualTo("587");
    assertThat(shown.at("/requireStartTls")).isEqualTo("true");
    assertThat(shown.at("/username")).isEqualTo("packhouse");
    assertThat(shown.at("/senderAddress")).isEqualTo("git@example.org");
    assertThat(admin.delete(PATH).status()).isEqualTo(204);
    assertThat(admin.get(PATH).status()).isEqualTo(404);
    assertThat(mail.password()).isEmpty();
    assertThat(admin.get(SENDER).response().body()).isEqualTo("\"git@example.org\"");
  }

  @Test
  void nobodySeesThePasswordAndNoRowHoldsIt() throws IOException {
    assertThat(admin.put(PATH, FULL).response().body()).doesNotContain(SECRET);
    assertThat(admin.get(PATH).response().body()).doesNotContain(SECRET);
    JdbcClient jdbc = server.get(JdbcClient.class);
    assertThat(
            jdbc.sql("select count(*) from setting where position(? in value) > 0")
                .param(SECRET)
                .query(Integer.class)
                .single())
        .isZero();
    assertThat(
            jdbc.sql("select count(*) from audit_event where position(? in details::text) > 0")
                .param(SECRET)
                .query(Integer.class)
                .single())
        .isZero();
    assertThat(mail.password()).hasValue(SECRET);
    Path key = server.get(Homes.class).shared().resolve("config/secret.key");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
  }

  @Test
  void thePasswordStaysForTheSameUserOfTheSameHostAlone() {
    admin.put(PATH, FULL);
    admin.put(PATH, "{'hostname':'mail.example.org','port':587,'username':'packhouse'}");
    assertThat(mail.password()).hasValue(SECRET);
    admin.put(PATH, "{'hostname':'evil.example.org','port':587,'username':'packhouse'}");
    assertThat(mail.password()).isEmpty();
  }

  @Test
  void theSenderAddressIsAJsonString() {
    assertThat(admin.get(SENDER).status()).isEqualTo(204);
    assertThat(admin.put(SENDER, "'me@example.org'").response().body())
        .isEqualTo("\"me@example.org\"");
    assertThat(admin.put(SENDER, "'nowhere'").at("/errors/0/context")).isEqualTo("senderAddress");
    assertThat(admin.put(SENDER, "{'a':1}").status()).isEqualTo(400);
    assertThat(admin.get(SENDER).response().body()).isEqualTo("\"me@example.org\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "hostname|{}",
        "hostname|{'hostname':'a b'}",
        "hostname|{'hostname':'a\\u0000'}",
        "port|{'hostname':'a','port':0}",
        "port|{'hostname':'a','port':65536}",
        "port|{'hostname':'a','port':'many'}",
        "protocol|{'hostname':'a','protocol':'POP3'}",
        "senderAddress|{'hostname':'a','senderAddress':'nowhere'}"
      })
  void refusesWhatIsNoMailServer(String field, String body) {
    Response response = admin.put(PATH, body);
    assertThat(response.status()).isEqualTo(400);
    assertThat(response.at("/errors/0/context")).isEqualTo(field);
    assertThat(admin.get(PATH).status()).isEqualTo(404);
  }
}
