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
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.token.TokenOwner;
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
 * Walks every REST operation that the server has as six callers and by nine access tokens (of the
 * project's owner, to read; of the administrator, of each scope; of the project and of the
 * repository, with all that each can have), on a private project, and compares who may with the
 * table {@code rest-operations.tsv}: {@code may}, {@code no} (401 or 403), {@code hidden} (404). An
 * operation that the table lacks fails the test, and so does a line too many.
 *
 * <p>The table itself is held against the rule of scopes: a token may no more than a user with the
 * permission of its scope, apart from reading what administrators read and the operations of {@link
 * #OF_ADMINISTRATORS_TOKENS}.
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
          "project-token",
          "admin-project-write",
          "admin-project-read",
          "admin-repo-admin",
          "admin-repo-write",
          "admin-repo-read",
          "repository-token");

  /** Of a role by token: the user with the permission of its scope. */
  private static final Map<String, String> EQUIVALENTS =
      Map.of(
          "reading-token", "reader",
          "admin-token", "owner",
          "project-token", "owner",
          "admin-project-write", "writer",
          "admin-project-read", "reader",
          "admin-repo-admin", "owner",
          "admin-repo-write", "writer",
          "admin-repo-read", "reader",
          "repository-token", "owner");

  /** What an administrator's token may change beyond its scope. */
  private static final Pattern OF_ADMINISTRATORS_TOKENS =
      Pattern.compile(
          "[A-Z]+ (/rest/api/latest/(admin/(banner|default-branch|license|rate-limit/.*"
              + "|pull-requests/.*)|logs/.*|projects)"
              + "|/rest/packhouse/latest/(admin/(cluster/.*|import/bulk.*|issue-tracker|maintenance"
              + "|node|scm-cache/.*|throttle/.*|trash/.*)|.*/quota|.*/refs/reread))");

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final Map<String, User> users = new LinkedHashMap<>();
  private final Map<String, String> secrets = new LinkedHashMap<>();
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

  @Test
  void aTokenMayNoMoreThanItsScopeSays() throws IOException {
    List<String> differences = new ArrayList<>();
    table()
        .forEach((operation, line) -> {
          List<String> who = List.of(line.split("\t", -1));
          EQUIVALENTS.forEach((token, user) -> {
            boolean within =
                !may(who, token)
                    || may(who, user)
                    || (token.equals("admin-token") && isOfAdministratorsTokens(operation));
            if (!within) {
              differences.add(operation + " by " + token);
            }
          });
        });
    assertThat(differences).isEmpty();
  }

  private static boolean may(List<String> who, String role) {
    return who.get(ROLES.indexOf(role)).equals("may");
  }

  private static boolean isOfAdministratorsTokens(String operation) {
    return operation.startsWith("GET ") || OF_ADMINISTRATORS_TOKENS.matcher(operation).matches();
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
      } else if (method.equals("DELETE") && pattern.contains("{keyId}")) {
        path = fill(pattern, repository, user);
      }
      String body = method.equals("GET") ? null : body(path, target);
      int status = rest(role, repository).send(method, path, body).status();
      assertThat(status).describedAs("%s as %s", operation, role).isLessThan(500);
      who.add(
          switch (status) {
            case 401, 403 -> "no";
            case 404 -> "hidden";
            // A repository that may not be known of is answered as one that is deleted already.
            case 204 -> pattern.endsWith("/repos/{slug}") ? "hidden" : "may";
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
      case "reading-token" -> ofUser(user("owner"), Permission.PROJECT_READ, Permission.REPO_READ);
      case "admin-token" -> ofAdministrator(Permission.PROJECT_ADMIN, Permission.REPO_ADMIN);
      case "admin-project-write" -> ofAdministrator(Permission.PROJECT_WRITE);
      case "admin-project-read" -> ofAdministrator(Permission.PROJECT_READ);
      case "admin-repo-admin" -> ofAdministrator(Permission.REPO_ADMIN);
      case "admin-repo-write" -> ofAdministrator(Permission.REPO_WRITE);
      case "admin-repo-read" -> ofAdministrator(Permission.REPO_READ);
      case "project-token" ->
          of(new TokenOwner.OfProject(repository.project().id()), Permission.PROJECT_ADMIN);
      case "repository-token" ->
          of(new TokenOwner.OfRepository(repository.id()), Permission.REPO_ADMIN);
      case "anonymous" -> TestingRest.anonymous(server);
      case "admin" -> TestingRest.admin(server);
      default -> TestingRest.user(server, user(role).name(), PASSWORD);
    };
  }

  private TestingRest ofAdministrator(Permission... scope) {
    return ofUser(people.user(TestingServer.ADMIN), scope);
  }

  private TestingRest ofUser(User user, Permission... scope) {
    String key = user.name() + List.of(scope);
    return TestingRest.token(server, secrets.computeIfAbsent(key, _ -> people.token(user, scope)));
  }

  private TestingRest of(TokenOwner owner, Permission scope) {
    return TestingRest.token(server, people.token(owner, null, scope).secret());
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
