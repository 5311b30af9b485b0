package org.packhouse.app.identity.administration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

class BannerTest {

  private static final String PATH = "admin/banner";
  private static final String PASSWORD = "correct horse battery";

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final TestingRest nobody = TestingRest.anonymous(server);

  @AfterEach
  void remove() {
    assertThat(admin.delete(PATH).status()).isEqualTo(204);
  }

  @Test
  void whatIsAnnouncedStandsOnEveryPageAndInRest() {
    put("{'message':'Moving **tonight** <script>x</script>'}");
    assertThat(nobody.get(PATH).at("/message")).startsWith("Moving **tonight**");
    assertThat(nobody.get(PATH).at("/audience")).isEqualTo("ALL");
    assertThat(nobody.get(PATH).at("/enabled")).isEqualTo("true");
    assertThat(page()).contains("Moving <strong>tonight</strong>").doesNotContain("<script>x");
    admin.delete(PATH);
    assertThat(nobody.get(PATH).status()).isEqualTo(204);
    assertThat(page()).doesNotContain("tonight");
  }

  @Test
  void whatIsForUsersIsShownToUsersAlone() {
    put("{'message':'For insiders','audience':'AUTHENTICATED'}");
    String name = TestingPeople.uniqueName("reads");
    TestingPeople.of(server).createUser(name, PASSWORD);
    assertThat(nobody.get(PATH).status()).isEqualTo(204);
    assertThat(page()).doesNotContain("For insiders");
    assertThat(TestingRest.user(server, name, PASSWORD).get(PATH).at("/message"))
        .isEqualTo("For insiders");
  }

  @Test
  void whatIsSwitchedOffIsForAdministratorsAlone() {
    put("{'message':'Later','enabled':false}");
    assertThat(nobody.get(PATH).status()).isEqualTo(204);
    assertThat(page()).doesNotContain("Later");
    assertThat(admin.get(PATH).at("/enabled")).isEqualTo("false");
  }

  @Test
  void refusesWhatCannotBeShown() {
    for (String body :
        new String[] {
          "{}", "{'message':' '}", "{'message':'x','audience':'WORLD'}", "{'message':'a\\u0000'}"
        }) {
      assertThat(admin.put(PATH, body).status()).describedAs(body).isEqualTo(400);
    }
    assertThat(admin.put(PATH, "{'message':'%s'}".formatted("x".repeat(3001))).message())
        .contains("1 to 3000 characters");
    assertThat(admin.get(PATH).status()).isEqualTo(204);
  }

  private void put(String json) {
    assertThat(admin.put(PATH, json).status()).isEqualTo(204);
  }

  private String page() {
    return nobody.get("/login").response().body();
  }
}
