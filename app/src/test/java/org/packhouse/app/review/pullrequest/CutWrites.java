package org.packhouse.app.review.pullrequest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.review.pullrequest.CutOperations.Attempt;
import org.packhouse.app.review.pullrequest.CutOperations.Preparation;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

/** Operations that write rows alone, to be tried while connections break. */
final class CutWrites {

  private static final int OK = 200;

  private final TestingServer server;
  private final Path temporary;
  private final CutOperations operations;
  private final PullRequestKit kit;
  private final Map<String, Preparation> writing = new LinkedHashMap<>();

  CutWrites(TestingServer server, Path temporary, CutOperations operations) {
    this.server = server;
    this.temporary = temporary;
    this.operations = operations;
    this.kit = operations.kit();
    ofPullRequests();
    ofPeople();
    ofProjects();
  }

  /** All of them, by name. */
  Map<String, Preparation> writing() {
    return writing;
  }

  private void ofPullRequests() {
    writing.put(
        "comment",
        () -> {
          long number = operations.opened();
          String text = CutOperations.name();
          return new Attempt(
              () -> operations.post(kit.of(number) + "/comments", "{'text':'%s'}", text),
              () ->
                  kit.admin
                      .get(kit.of(number) + "/activities?limit=100")
                      .response()
                      .body()
                      .contains(text));
        });
    writing.put(
        "review",
        () -> {
          long number = operations.opened();
          String reviewer = TestingPeople.uniqueName("reviewer");
          var user = TestingPeople.of(server).createUser(reviewer, PullRequestKit.PASSWORD);
          TestingPeople.of(server)
              .grant(user, new RepositoryId(kit.repository.id()), Permission.REPO_READ);
          return new Attempt(
              () ->
                  TestingRest.user(server, reviewer, PullRequestKit.PASSWORD)
                      .post(kit.of(number) + "/approve", "{}")
                      .status(),
              () -> kit.get(number).response().body().contains("\"APPROVED\""));
        });
    writing.put(
        "decline",
        () -> {
          long number = operations.opened();
          return new Attempt(
              () -> operations.post(kit.of(number) + "/decline?version=0", "{}", ""),
              () -> operations.isState(number, "DECLINED"));
        });
  }

  private void ofPeople() {
    writing.put(
        "grant",
        () -> {
          String user = TestingPeople.uniqueName("granted");
          TestingPeople.of(server).createUser(user, PullRequestKit.PASSWORD);
          String path = kit.path + "/permissions/users";
          return new Attempt(
              () -> kit.admin.put(path + "?permission=REPO_READ&name=" + user, "{}").status(),
              () -> kit.admin.get(path + "?filter=" + user).response().body().contains(user));
        });
    writing.put(
        "token",
        () -> {
          String token = CutOperations.name();
          String path = "/rest/access-tokens/latest/users/" + TestingServer.ADMIN;
          return new Attempt(
              () ->
                  kit.admin
                      .put(path, "{'name':'%s','permissions':['REPO_READ']}".formatted(token))
                      .status(),
              () -> kit.admin.get(path + "?limit=1000").response().body().contains(token));
        });
  }

  private void ofProjects() {
    writing.put(
        "settings",
        () -> {
          String path = kit.path + "/settings/pull-requests";
          boolean wanted = !isTrue(path, "/requiredAllTasksComplete");
          return new Attempt(
              () ->
                  operations.post(path, "{'requiredAllTasksComplete':%s}", String.valueOf(wanted)),
              () -> isTrue(path, "/requiredAllTasksComplete") == wanted);
        });
    writing.put(
        "webhook",
        () -> {
          String hook = CutOperations.name();
          return new Attempt(
              () ->
                  operations.post(
                      kit.path + "/webhooks",
                      "{'name':'%s','url':'http://localhost:9/','events':['repo:refs_changed']}",
                      hook),
              () -> kit.admin.get(kit.path + "/webhooks").response().body().contains(hook));
        });
    writing.put(
        "repository",
        () -> {
          String slug = CutOperations.name();
          String project = kit.repository.project().key();
          return new Attempt(
              () -> operations.post("projects/" + project + "/repos", "{'name':'%s'}", slug),
              () -> kit.admin.get("projects/" + project + "/repos/" + slug).status() == OK);
        });
    writing.put(
        "project",
        () -> {
          String key = CutOperations.name().toUpperCase(Locale.ROOT);
          return new Attempt(
              () -> operations.post("projects", "{'key':'%s','name':'" + key + "'}", key),
              () -> kit.admin.get("projects/" + key).status() == OK);
        });
    writing.put(
        "access key",
        () -> {
          String text = key();
          String path = "/rest/keys/latest/" + kit.path + "/ssh";
          return new Attempt(
              () -> operations.post(path, "{'key':{'text':'%s'},'permission':'REPO_READ'}", text),
              () ->
                  kit.admin
                      .get(path + "?limit=1000")
                      .response()
                      .body()
                      .contains(text.substring(text.indexOf(' ') + 1)));
        });
  }

  private boolean isTrue(String path, String pointer) {
    return kit.admin.get(path).at(pointer).equals("true");
  }

  private String key() {
    try {
      Path file = temporary.resolve(CutOperations.name());
      Process made =
          new ProcessBuilder(
                  "ssh-keygen", "-q", "-t", "ed25519", "-C", "", "-N", "", "-f", file.toString())
              .start();
      if (made.waitFor() != 0) {
        throw new IllegalStateException("No key was made");
      }
      return Files.readString(Path.of(file + ".pub")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
