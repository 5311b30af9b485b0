package org.packhouse.app.identity.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

class AccountsRestTest {

  private static final String PASSWORD = "correct horse battery";

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);

  @Test
  void anAdministratorCreatesAUserWhoCanSignIn() {
    String name = TestingPeople.uniqueName("created");
    assertThat(create(name, PASSWORD, "New Person").status()).isEqualTo(204);
    Response self = TestingRest.user(server, name, PASSWORD).get("users/" + name);
    assertThat(self.status()).isEqualTo(200);
    assertThat(self.at("/displayName")).isEqualTo("New Person");
    assertThat(self.at("/type")).isEqualTo("NORMAL");
    assertThat(self.at("/links/self/0/href")).isEqualTo(server.httpUrl() + "/users/" + name);
    assertThat(self.response().headers().firstValue("X-AUSERNAME")).hasValue(name);
  }

  @Test
  void aNameIsTakenWithoutRegardToCase() {
    String name = TestingPeople.uniqueName("taken");
    create(name, PASSWORD, "First");
    Response second = create(name.toUpperCase(Locale.ROOT), PASSWORD, "Second");
    assertThat(second.status()).isEqualTo(409);
    assertThat(second.at("/errors/0/context")).isEqualTo("name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        "a..b",
        "../etc",
        "a/b",
        "a\\b",
        "-rf",
        " a",
        "a ",
        "a\u0001b",
        "a\nb",
        "a%2Fb",
        "a:b",
        "<script>",
        "\u202eevil",
        "a?b",
        "a#b"
      })
  void refusesABadUserNameAndSaysWhy(String name) {
    Response response = create(name, PASSWORD, "Somebody");
    assertThat(response.status()).isEqualTo(400);
    assertThat(response.at("/errors/0/context")).isEqualTo("name");
    assertThat(response.message()).contains("is not a user name: use 1 to 255 letters");
  }

  @Test
  void refusesAnEndlessNameAndAcceptsOtherScripts() {
    assertThat(create("x".repeat(300), PASSWORD, "Somebody").status()).isEqualTo(400);
    String name = TestingPeople.uniqueName("zo\u00eb-\u6771\u4eac");
    assertThat(create(name, PASSWORD, "Zo\u00eb").status()).isEqualTo(204);
    assertThat(admin.get("users/" + people.user(name).slug()).at("/name")).isEqualTo(name);
  }

  @Test
  void refusesShortPasswordsBadAddressesAndMissingFields() {
    assertThat(create(TestingPeople.uniqueName("p"), "short", "A").at("/errors/0/context"))
        .isEqualTo("password");
    Response address =
        admin.send(
            "POST",
            "admin/users?name=x&password="
                + query(PASSWORD)
                + "&displayName=X&emailAddress=nowhere",
            null);
    assertThat(address.at("/errors/0/context")).isEqualTo("emailAddress");
    assertThat(admin.send("POST", "admin/users?name=x", null).status()).isEqualTo(400);
  }

  @Test
  void renamesKeepTheAccountAndItsPassword() {
    User user = people.createUser(TestingPeople.uniqueName("before"), PASSWORD);
    String newName = TestingPeople.uniqueName("after");
    Response renamed =
        admin.post(
            "admin/users/rename", "{'name':'%s','newName':'%s'}".formatted(user.name(), newName));
    assertThat(renamed.status()).isEqualTo(200);
    assertThat(renamed.at("/id")).isEqualTo(Long.toString(user.id()));
    assertThat(TestingRest.user(server, newName, PASSWORD).get("users").status()).isEqualTo(200);
    assertThat(TestingRest.user(server, user.name(), PASSWORD).get("users").status())
        .isEqualTo(401);
  }

  @Test
  void usersChangeTheirOwnPasswordIfTheyKnowTheOldOne() {
    User user = people.createUser(TestingPeople.uniqueName("self"), PASSWORD);
    TestingRest self = TestingRest.user(server, user.name(), PASSWORD);
    String body = "{'oldPassword':'%s','password':'another password','passwordConfirm':'%s'}";
    assertThat(self.put("users/credentials", body.formatted("wrong", "another password")).status())
        .isEqualTo(401);
    assertThat(self.put("users/credentials", body.formatted(PASSWORD, "differs")).status())
        .isEqualTo(400);
    assertThat(self.put("users/credentials", body.formatted(PASSWORD, "another password")).status())
        .isEqualTo(204);
    assertThat(self.get("users").status()).isEqualTo(401);
  }

  @Test
  void listsUsersByFilterAndInPages() {
    String common = TestingPeople.uniqueName("listed");
    for (int i = 0; i < 3; i++) {
      people.createUser(common + "x" + i, PASSWORD);
    }
    Response first = admin.get("users?limit=2&filter=" + common.toUpperCase(Locale.ROOT));
    assertThat(first.json().at("/values").size()).isEqualTo(2);
    assertThat(first.at("/isLastPage")).isEqualTo("false");
    assertThat(first.at("/nextPageStart")).isEqualTo("2");
    Response second = admin.get("users?limit=2&start=2&filter=" + common);
    assertThat(second.json().at("/values").size()).isEqualTo(1);
    assertThat(second.at("/isLastPage")).isEqualTo("true");
  }

  @Test
  void groupsAreMadeJoinedLeftAndRemoved() {
    String group = TestingPeople.uniqueName("group");
    User user = people.createUser(TestingPeople.uniqueName("member"), PASSWORD);
    assertThat(admin.send("POST", "admin/groups?name=" + group, null).status()).isEqualTo(200);
    assertThat(admin.send("POST", "admin/groups?name=" + group, null).status()).isEqualTo(409);
    String pick = "{'context':'%s','itemName':'%s'}";
    assertThat(admin.post("admin/groups/add-user", pick.formatted(group, user.name())).status())
        .isEqualTo(200);
    assertThat(admin.get("admin/groups/more-members?context=" + group).at("/values/0/name"))
        .isEqualTo(user.name());
    assertThat(admin.get("admin/users/more-members?context=" + user.name()).json().toString())
        .contains(group);
    assertThat(
            admin
                .get(
                    "admin/groups/more-non-members?filter=%s&context=%s"
                        .formatted(user.name(), group))
                .at("/size"))
        .isEqualTo("0");
    assertThat(admin.post("admin/users/remove-group", pick.formatted(user.name(), group)).status())
        .isEqualTo(200);
    assertThat(admin.get("admin/groups/more-members?context=" + group).at("/size")).isEqualTo("0");
    assertThat(admin.delete("admin/groups?name=" + group).at("/name")).isEqualTo(group);
    assertThat(admin.get("admin/groups/more-members?context=" + group).at("/size")).isEqualTo("0");
  }

  @Test
  void administratorsDoNotClimb() {
    User mere = people.createUser(TestingPeople.uniqueName("mere"), PASSWORD);
    people.grant(mere, Permission.ADMIN);
    TestingRest rest = TestingRest.user(server, mere.name(), PASSWORD);
    assertThat(
            rest.send(
                    "PUT", "admin/permissions/users?permission=SYS_ADMIN&name=" + mere.name(), null)
                .status())
        .isEqualTo(403);
    assertThat(
            rest.put(
                    "admin/users/credentials",
                    "{'name':'admin','password':'taken over','passwordConfirm':'taken over'}")
                .status())
        .isEqualTo(403);
    assertThat(rest.delete("admin/users?name=admin").status()).isEqualTo(403);
    assertThat(rest.delete("admin/permissions/users?name=admin").status()).isEqualTo(403);
  }

  @Test
  void theLastSystemAdministratorStays() {
    assertThat(admin.delete("admin/permissions/users?name=admin").status()).isEqualTo(409);
    assertThat(
            admin.send("PUT", "admin/permissions/users?permission=ADMIN&name=admin", null).status())
        .isEqualTo(409);
    assertThat(admin.delete("admin/users?name=admin").status()).isEqualTo(403);
    assertThat(admin.get("admin/permissions/users?filter=admin").json().toString())
        .contains("SYS_ADMIN");
  }

  @Test
  void aTokenMakesNoCredentials() {
    User user = people.createUser(TestingPeople.uniqueName("tok"), PASSWORD);
    String token = people.token(user, Permission.PROJECT_ADMIN);
    TestingRest rest = TestingRest.user(server, user.name(), token);
    assertThat(
            rest.put(
                    "/rest/access-tokens/latest/users/" + user.slug(),
                    "{'name':'more','permissions':['REPO_READ']}")
                .status())
        .isEqualTo(401);
    assertThat(rest.put("users/credentials", "{'oldPassword':'x','password':'y'}").status())
        .isEqualTo(401);
    assertThat(rest.post("/rest/ssh/latest/keys", "{'text':'x'}").status()).isEqualTo(401);
  }

  @Test
  void aTokenIsShownOnceAndRevokedAtOnce() {
    User user = people.createUser(TestingPeople.uniqueName("tok"), PASSWORD);
    TestingRest self = TestingRest.user(server, user.name(), PASSWORD);
    String path = "/rest/access-tokens/1.0/users/" + user.slug();
    Response made =
        self.put(path, "{'name':'ci','permissions':['PROJECT_READ','REPO_WRITE'],'expiryDays':30}");
    assertThat(made.status()).isEqualTo(200);
    assertThat(made.at("/expiryDays")).isEqualTo("30");
    String id = made.at("/id");
    String secret = made.at("/token");
    assertThat(TestingRest.user(server, user.name(), secret).get("users").status()).isEqualTo(200);
    assertThat(self.get(path).json().toString()).contains(id).doesNotContain(secret);
    assertThat(self.delete(path + "/" + id).status()).isEqualTo(204);
    assertThat(TestingRest.user(server, user.name(), secret).get("users").status()).isEqualTo(401);
  }

  @Test
  void wrongCredentialsAreToldInTheDialect() {
    Response response = TestingRest.user(server, "admin-nobody", "wrong password").get("users");
    assertThat(response.status()).isEqualTo(401);
    assertThat(response.at("/errors/0/exceptionName"))
        .isEqualTo("com.atlassian.bitbucket.auth.IncorrectPasswordAuthenticationException");
    assertThat(response.response().headers().firstValue("Content-Type"))
        .hasValue("application/json;charset=UTF-8");
    assertThat(response.response().headers().firstValue("WWW-Authenticate")).isPresent();
  }

  @Test
  void whoAmIIsTheNameAndEmptyForNobody() {
    String path = "/plugins/servlet/applinks/whoami";
    assertThat(admin.get(path).response().body()).isEqualTo("admin");
    Response nobody = TestingRest.anonymous(server).get(path);
    assertThat(nobody.status()).isEqualTo(200);
    assertThat(nobody.response().body()).isEmpty();
  }

  @Test
  void everyChangeLeavesAnAuditRow() {
    String name = TestingPeople.uniqueName("audited");
    create(name, PASSWORD, "Audited");
    var rows =
        server
            .get(JdbcClient.class)
            .sql("select actor_name || ' ' || action from audit_event where subject = ?")
            .param(name)
            .query(String.class)
            .list();
    assertThat(rows).contains("admin user.created", "admin user.password-changed");
  }

  @Test
  void clientsKeepSettingsForAUser() {
    User user = people.createUser(TestingPeople.uniqueName("kept"), PASSWORD);
    TestingRest self = TestingRest.user(server, user.name(), PASSWORD);
    String settings = "users/" + user.slug() + "/settings";
    assertThat(self.get(settings).json()).isEmpty();
    assertThat(self.post(settings, "{'a':'text','b':7,'c':true}").status()).isEqualTo(204);
    assertThat(self.post(settings, "{'b':8.5,'c':null}").status()).isEqualTo(204);
    assertThat(self.get(settings).json().toString()).isEqualTo("{\"a\":\"text\",\"b\":8.5}");
    assertThat(admin.get(settings).status()).isEqualTo(200);
    User other = people.createUser(TestingPeople.uniqueName("other"), PASSWORD);
    assertThat(TestingRest.user(server, other.name(), PASSWORD).get(settings).status())
        .isEqualTo(401);
  }

  @Test
  void refusesSettingsThatCannotBeKept() {
    for (String body : List.of("{'a':{}}", "{'a':[1]}", "{'':1}", "{'a':'\\u0000'}", "[1]")) {
      assertThat(admin.post("users/admin/settings", body).status())
          .describedAs(body)
          .isEqualTo(400);
    }
    String huge = "{'a':'%s'}".formatted("x".repeat(40_000));
    assertThat(admin.post("users/admin/settings", huge).status()).isEqualTo(400);
    String many =
        IntStream.range(0, 1001)
            .mapToObj(n -> "'k" + n + "':1")
            .collect(Collectors.joining(",", "{", "}"));
    assertThat(admin.post("users/admin/settings", many).message()).contains("1000");
    assertThat(admin.get("users/admin/settings").json()).isEmpty();
  }

  private Response create(String name, String password, String displayName) {
    return admin.send(
        "POST",
        "admin/users?name=%s&password=%s&displayName=%s"
            .formatted(query(name), query(password), query(displayName)),
        null);
  }

  private static String query(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
