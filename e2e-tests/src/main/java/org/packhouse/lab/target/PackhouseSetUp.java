package org.packhouse.lab.target;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.target.Endpoint.Credentials;
import tools.jackson.databind.JsonNode;

/**
 * Gives a new Packhouse server a project, a user who may write to it, that user's key, somebody who
 * reviews, and the repositories, imported from where they lie, with their open pull requests.
 */
final class PackhouseSetUp {

  /** The system administrator. */
  static final Credentials ADMINISTRATOR = new Credentials("admin", "an-admin-password");

  /** Who the clients are. */
  static final Credentials USER = new Credentials("lab", "a-lab-password");

  /** Who approves what the clients propose. */
  static final Credentials REVIEWER = new Credentials("reviewer", "a-reviewer-password");

  /** What the first start is told. */
  static final Map<String, String> SETTINGS =
      Map.of(
          "setup.displayName", "Load lab",
          "setup.sysadmin.username", ADMINISTRATOR.user(),
          "setup.sysadmin.password", ADMINISTRATOR.password(),
          "setup.sysadmin.displayName", "Ada Admin",
          "setup.sysadmin.emailAddress", "admin@example.org");

  private static final String PROJECT = "LAB";
  private static final String API = "/rest/api/latest";
  private static final String OWN = "/rest/packhouse/latest/projects/" + PROJECT;
  private static final Duration IMPORT = Duration.ofMinutes(10);

  private final URI server;

  PackhouseSetUp(URI server) {
    this.server = server;
  }

  /**
   * The directory that all repositories lie in, from which the server may import.
   *
   * @throws IOException if they have none in common
   */
  static Map<String, String> importRoot(List<TestRepository> repositories) throws IOException {
    if (repositories.isEmpty()) {
      return Map.of();
    }
    Path common = repositories.getFirst().directory().toRealPath().getParent();
    for (TestRepository each : repositories) {
      while (common != null && !each.directory().toRealPath().startsWith(common)) {
        common = common.getParent();
      }
    }
    if (common == null || common.getParent() == null) {
      throw new IOException("The repositories lie in directories that have no parent in common.");
    }
    return Map.of("import.local.root", common.toString());
  }

  /**
   * Does all of it, and waits until the repositories are there.
   *
   * @throws IOException if the server refuses something
   */
  void fill(List<TestRepository> repositories, ClientKey key) throws IOException {
    try (Rest admin = new Rest(server, ADMINISTRATOR);
        Rest user = new Rest(server, USER)) {
      admin.post(API + "/projects", Map.of("key", PROJECT, "name", "Lab"));
      for (TestRepository each : repositories) {
        admin.post(
            OWN + "/import",
            Map.of("name", each.name(), "path", each.directory().toRealPath().toString()));
      }
      addUser(admin, USER, "Lab", "PROJECT_WRITE");
      addUser(admin, REVIEWER, "Reviewer", "PROJECT_READ");
      user.post("/rest/ssh/latest/keys", Map.of("text", key.text()));
      for (TestRepository each : repositories) {
        Programs.await(
            each.name() + " is not imported", IMPORT, () -> isImported(admin, each.name()));
        new OpenPullRequests(user, API + "/projects/" + PROJECT + "/repos/" + each.name())
            .open(each.pullRequests());
      }
    }
  }

  /**
   * Makes the forks of each repository and its webhooks.
   *
   * @param receiver who is told of pushes; null if nobody is
   */
  void surround(List<TestRepository> repositories, @Nullable URI receiver) throws IOException {
    try (Rest admin = new Rest(server, ADMINISTRATOR)) {
      PackhouseSurroundings around =
          new PackhouseSurroundings(admin, API + "/projects/" + PROJECT + "/repos/");
      for (TestRepository each : repositories) {
        around.fork(each, PROJECT);
        if (receiver != null) {
          around.tell(each, receiver);
        }
      }
    }
  }

  /**
   * Gives the project branch permissions that no push of the lab breaks, and a webhook.
   *
   * @param receiver who is told of each push
   */
  void guard(URI receiver) throws IOException {
    try (Rest admin = new Rest(server, ADMINISTRATOR)) {
      for (Map.Entry<String, String> each :
          Map.of("fast-forward-only", "lab/*", "no-deletes", "main", "read-only", "release/*")
              .entrySet()) {
        admin.post(
            "/rest/branch-permissions/2.0/projects/" + PROJECT + "/restrictions",
            Map.of(
                "type",
                each.getKey(),
                "matcher",
                Map.of("id", each.getValue(), "type", Map.of("id", "PATTERN"))));
      }
      admin.post(
          API + "/projects/" + PROJECT + "/webhooks",
          Map.of(
              "name", "The lab",
              "url", receiver.toString(),
              "events", List.of("repo:refs_changed"),
              "active", true,
              "configuration", Map.of("secret", "a-secret-of-the-lab")));
    }
  }

  private static void addUser(Rest admin, Credentials of, String displayName, String permission)
      throws IOException {
    admin.post(
        API
            + "/admin/users?name=%1$s&password=%2$s&displayName=%3$s&emailAddress=%1$s@example.org"
                .formatted(of.user(), of.password(), displayName),
        null);
    admin.put(
        API
            + "/projects/%s/permissions/users?name=%s&permission=%s"
                .formatted(PROJECT, of.user(), permission),
        null);
  }

  private static boolean isImported(Rest admin, String slug) throws IOException {
    JsonNode found = admin.get(OWN + "/repos/" + slug + "/import");
    String state = found.path("state").asString("");
    if (state.equals("FAILED") || state.equals("CANCELLED")) {
      throw new IOException(
          "%s cannot be imported: %s"
              .formatted(slug, found.path("problem").path("message").asString(state)));
    }
    return state.equals("DONE");
  }
}
