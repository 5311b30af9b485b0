package org.packhouse.app.identity.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectCreation;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryTrash;
import org.packhouse.app.identity.user.OtherAddresses;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

class ErasureRestTest {

  private static final String PASSWORD = "correct horse battery";
  private static final String PATH = "admin/users/erasure?name=";

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final JdbcClient jdbc = server.get(JdbcClient.class);

  @Test
  void onlyADeletedUserCanBeErased() {
    User user = people.createUser(TestingPeople.uniqueName("still"), PASSWORD);
    assertThat(admin.get(PATH + user.name()).status()).isEqualTo(409);
    assertThat(admin.send("POST", PATH + user.name(), null).message())
        .contains("can be erased once it is deleted");
    assertThat(admin.get(PATH + "nobody-at-all").status()).isEqualTo(404);
    assertThat(admin.get("admin/users/erasure").status()).isEqualTo(400);
    assertThat(admin.get(PATH + "%00").status()).isEqualTo(400);
    delete(user.name());
    assertThat(admin.get(PATH + user.name()).status()).isEqualTo(204);
  }

  @Test
  void nothingTellsAnyMoreWhoAnErasedUserWas() {
    String first = TestingPeople.uniqueName("erasedfirst");
    String name = TestingPeople.uniqueName("erasedlast");
    String known = TestingPeople.uniqueName("erasedknown");
    people.createUser(first, PASSWORD);
    admin.post("admin/users/rename", "{'name':'%s','newName':'%s'}".formatted(first, name));
    User user = people.user(name);
    TestingRest self = TestingRest.user(server, name, PASSWORD);
    self.post("users/" + user.slug() + "/settings", "{'address':'somewhere'}");
    Project own = server.get(ProjectCreation.class).personal(user);
    Repository kept = TestingProjects.in(server).repository(own);
    Repository trashed = TestingProjects.in(server).repository(own);
    server.get(RepositoryTrash.class).trash(trashed.id(), user);
    self.put(
        "users", "{'displayName':'Somebody %1$s','email':'%1$s@example.org'}".formatted(known));
    TestingRest.user(server, name, "wrong password").get("users");
    people.createGroup(TestingPeople.uniqueName("group"), user);
    server.get(OtherAddresses.class).add(user, "%s@example.net".formatted(known), true);
    delete(name);

    Response erased = admin.send("POST", PATH + name, null);

    assertThat(erased.status()).isEqualTo(200);
    String identifier = erased.at("/newIdentifier");
    assertThat(identifier).matches("user-[0-9a-f]{12}");
    assertThat(traces(first)).isEmpty();
    assertThat(traces(name)).isEmpty();
    assertThat(traces(known)).isEmpty();
    assertThat(admin.get("projects/~" + identifier + "/repos/" + kept.slug()).at("/project/name"))
        .isEqualTo(identifier);
    assertThat(admin.get("projects/~" + name).status()).isEqualTo(404);
    assertThat(admin.get(PATH + name).status()).isEqualTo(404);
  }

  @Test
  void theNameIsFreeAndBringsNothingBack() {
    User user = people.createUser(TestingPeople.uniqueName("freed"), PASSWORD);
    server.get(ProjectCreation.class).personal(user);
    delete(user.name());
    admin.send("POST", PATH + user.name(), null);
    User other = people.createUser(user.name(), PASSWORD);
    assertThat(other.id()).isNotEqualTo(user.id());
    assertThat(other.slug()).isEqualTo(user.slug());
    assertThat(admin.get("projects/~" + other.slug()).at("/owner/id"))
        .isEqualTo(Long.toString(other.id()));
  }

  @Test
  void aFormerNameThatSomebodyElseHasNowIsTheirs() {
    String name = TestingPeople.uniqueName("passedon");
    String later = TestingPeople.uniqueName("later");
    people.createUser(name, PASSWORD);
    admin.post("admin/users/rename", "{'name':'%s','newName':'%s'}".formatted(name, later));
    people.createUser(name, PASSWORD);
    delete(later);
    admin.send("POST", PATH + later, null);
    assertThat(traces(later)).isEmpty();
    assertThat(traces(name)).isNotEmpty();
    assertThat(people.user(name).name()).isEqualTo(name);
  }

  private void delete(String name) {
    assertThat(admin.delete("admin/users?name=" + name).status()).isEqualTo(200);
  }

  /** Every row of every table that holds the word. */
  private List<String> traces(String word) {
    List<String> tables =
        jdbc.sql(
                """
                select table_name from information_schema.tables
                 where table_schema = 'public' and table_type = 'BASE TABLE'
                """)
            .query((row, _) -> row.getString(1))
            .list();
    return tables.stream()
        .flatMap(table ->
            jdbc
                .sql(
                    "select cast(t as text) from %s t where position(? in lower(cast(t as text))) > 0"
                        .formatted(table))
                .param(word.toLowerCase(Locale.ROOT))
                .query((row, _) -> table + " " + row.getString(1))
                .list()
                .stream())
        .toList();
  }
}
