package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.auth.TokenOwner;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.NewUser;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.RestOperations;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Walks every REST operation that the server has as six callers and by three access tokens (of the
 * project's owner, to read; of the administrator, with all that a token can have; of the project
 * itself, with all that it can have), on a private project, and compares who may with the table
 * {@code rest-operations.tsv}: {@code may}, {@code no} (401 or 403), {@code hidden} (404). An
 * operation that the table lacks fails the test, and so does a line too many.
 */
class RestOperationsTest {

  private static final String TABLE = "rest-operations.tsv";
  private static final String PASSWORD = "a password of roles";
  private static final Pattern VARIABLE = Pattern.compile("\\{([^:}*]+)(?::[^{}]*)?}");
  private static final List<String> ROLES =
      List.of(
          "anonymous",
          "stranger",
          "reader",
          "writer",
          "owner",
          "admin",
          "reading-token",
          "admin-token",
          "project-token");

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final Map<String, User> users = new LinkedHashMap<>();
  private @Nullable Repository shared;

  @Test
  void everyOperationLetsThoseInWhomTheTableNames() throws IOException {
    for (String role : List.of("stranger", "reader", "writer", "owner")) {
      users.put(role, people.createUser(TestingPeople.uniqueName(role), PASSWORD));
    }
    Map<String, String> found = new TreeMap<>();
    for (String operation : RestOperations.of(server)) {
      found.put(operation, walk(operation));
    }
    Map<String, String> expected = table();
    List<String> differences = new ArrayList<>();
    found.forEach((operation, who) -> {
      if (!who.equals(expected.get(operation))) {
        differences.add(operation + "\t" + who);
      }
    });
    expected.keySet().stream()
        .filter(operation -> !found.containsKey(operation))
        .forEach(operation -> differences.add(operation + "\tis in the table and not there"));
    assertThat(differences)
        .describedAs("operation, then who may: %s", String.join(" ", ROLES))
        .isEmpty();
  }

  private String walk(String operation) {
    int space = operation.indexOf(' ');
    String method = operation.substring(0, space);
    String pattern = operation.substring(space + 1);
    Repository repository = method.equals("GET") ? reading() : freshRepository();
    String target = TestingPeople.uniqueName("target");
    User user = server.get(Accounts.class).create(NewUser.person(target, "Target", null));
    people.createGroup(target);
    String path = fill(pattern, repository, user);
    List<String> who = new ArrayList<>();
    for (String role : ROLES) {
      if (method.equals("DELETE") && pattern.endsWith("{slug}")) {
        repository = freshRepository();
        path = fill(pattern, repository, user);
      }
      String body = method.equals("GET") ? null : body(path, target);
      int status = rest(role, repository).send(method, path, body).status();
      assertThat(status).describedAs("%s as %s", operation, role).isLessThan(500);
      who.add(
          switch (status) {
            case 401, 403 -> "no";
            case 404 -> "hidden";
            default -> "may";
          });
    }
    return String.join("\t", who);
  }

  private Repository reading() {
    if (shared == null) {
      shared = freshRepository();
    }
    return shared;
  }

  private Repository freshRepository() {
    Repository repository = TestingProjects.in(server).repository();
    ProjectId project = new ProjectId(repository.project().id());
    people.grant(user("reader"), project, Permission.PROJECT_READ);
    people.grant(user("writer"), project, Permission.PROJECT_WRITE);
    people.grant(user("owner"), project, Permission.PROJECT_ADMIN);
    return repository;
  }

  private TestingRest rest(String role, Repository repository) {
    return switch (role) {
      case "reading-token" ->
          TestingRest.token(
              server, people.token(user("owner"), Permission.PROJECT_READ, Permission.REPO_READ));
      case "admin-token" ->
          TestingRest.token(
              server,
              people.token(
                  people.user(TestingServer.ADMIN),
                  Permission.PROJECT_ADMIN,
                  Permission.REPO_ADMIN));
      case "project-token" -> {
        TokenOwner project = new TokenOwner.OfProject(repository.project().id());
        yield TestingRest.token(
            server, people.token(project, null, Permission.PROJECT_ADMIN).secret());
      }
      case "anonymous" -> TestingRest.anonymous(server);
      case "admin" -> TestingRest.admin(server);
      default -> TestingRest.user(server, user(role).name(), PASSWORD);
    };
  }

  private User user(String role) {
    return Objects.requireNonNull(users.get(role));
  }

  /** Names things that are there, so that what is refused is refused for who asks. */
  private String fill(String pattern, Repository repository, User target) {
    String filled =
        VARIABLE
            .matcher(pattern.replaceAll("\\{\\*[a-z]+}", "README.md"))
            .replaceAll(variable ->
                switch (variable.group(1)) {
                  case "projectKey" -> repository.project().key();
                  case "repositorySlug", "slug" -> repository.slug();
                  case "userSlug" -> target.slug();
                  case "permission" -> pattern.contains("/repos/") ? "REPO_READ" : "PROJECT_READ";
                  case "keyId" -> Long.toString(key(pattern, repository, target));
                  case "tokenId" -> token(pattern, repository, target);
                  default -> "999999999";
                });
    if (filled.startsWith("/rest/api/latest/admin/") || filled.contains("/permissions/")) {
      return filled + "?allow=true&context=%1$s&name=%1$s".formatted(target.name());
    }
    return filled;
  }

  private String token(String pattern, Repository repository, User target) {
    TokenOwner owner =
        pattern.contains("/users/")
            ? new TokenOwner.OfUser(target.id())
            : pattern.contains("/repos/")
                ? new TokenOwner.OfRepository(repository.id())
                : new TokenOwner.OfProject(repository.project().id());
    return people.token(owner, null, Permission.REPO_READ).token().id();
  }

  private long key(String pattern, Repository repository, User target) {
    JdbcClient jdbc = server.get(JdbcClient.class);
    long id =
        jdbc.sql(
                """
                insert into ssh_key (user_id, algorithm, bit_length, fingerprint, public_key)
                values (?, 'ssh-ed25519', 256, ?, 'ssh-ed25519 AAAA') returning id
                """)
            .param(pattern.startsWith("/rest/ssh/") ? target.id() : null)
            .param("SHA256:" + TestingPeople.uniqueName("key"))
            .query(Long.class)
            .single();
    if (pattern.contains("/repos/")) {
      jdbc.sql("insert into access_key (ssh_key_id, repository_id, permission) values (?, ?, ?)")
          .params(id, repository.id(), "REPO_READ")
          .update();
    } else if (pattern.startsWith("/rest/keys/")) {
      jdbc.sql("insert into access_key (ssh_key_id, project_id, permission) values (?, ?, ?)")
          .params(id, repository.project().id(), "PROJECT_READ")
          .update();
    }
    return id;
  }

  private static String body(String path, String target) {
    return path.contains("/admin/users") ? "{'name':'%s'}".formatted(target) : "{'name':'master'}";
  }

  private static Map<String, String> table() throws IOException {
    Map<String, String> rows = new LinkedHashMap<>();
    try (InputStream in = RestOperationsTest.class.getResourceAsStream(TABLE)) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      text.lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(line -> {
            int tab = line.indexOf('\t');
            rows.put(line.substring(0, tab), line.substring(tab + 1));
          });
    }
    return rows;
  }
}
