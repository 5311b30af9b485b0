package org.packhouse.app.identity.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

class PasswordsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password", "Password1!", "passw0rd", "12345678", "987654321", "aaaaaaaa", "abababab",
        "Qwertyuiop", "1qaz2wsx", "admin123", "letmein2024", "changeme", "!!welcome!!", "packhouse1"
      })
  void theMostCommonOnesAreRefused(String password) {
    assertThatThrownBy(() -> Passwords.check(password))
        .hasMessage(
            "This is one of the most common passwords, which are tried first: take another.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"correct horse battery", "admin-password-1", "x7Kq29bv", "password-of-ada"})
  void othersAreTaken(String password) {
    assertThatCode(() -> Passwords.check(password, "ada.lovelace")).doesNotThrowAnyException();
  }

  @Test
  void noUserHasTheirOwnNameAsAPassword() {
    TestingServer server = TestingServer.shared();
    String name = TestingPeople.uniqueName("ownname");
    TestingRest admin = TestingRest.admin(server);
    String create =
        "admin/users?name=%s&password=%s&displayName=Own&emailAddress=%s@example.org"
            .formatted(name, "%s", name);
    assertThat(admin.post(create.formatted(name.toUpperCase(Locale.ROOT)), "{}").message())
        .isEqualTo("The password must not be the user name: take another.");
    assertThat(admin.post(create.formatted("password"), "{}").status()).isEqualTo(400);
    assertThat(admin.post(create.formatted("rather-a-long-one"), "{}").status()).isEqualTo(204);
    String change = "{'name':'%1$s','password':'%1$s','passwordConfirm':'%1$s'}".formatted(name);
    assertThat(admin.put("admin/users/credentials", change).status()).isEqualTo(400);
  }

  @Test
  void theCookieOfFormTokensStaysWithTheSite() {
    try (TestingBrowser browser = TestingBrowser.anonymous(TestingServer.shared())) {
      assertThat(browser.get("/login").headers().allValues("Set-Cookie"))
          .filteredOn(it -> it.startsWith("XSRF-TOKEN="))
          .singleElement()
          .asString()
          .contains("SameSite=Lax");
    }
  }
}
