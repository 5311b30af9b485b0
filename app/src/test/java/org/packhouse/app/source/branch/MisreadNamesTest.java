package org.packhouse.app.source.branch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

/** Branches and tags whose names git and build servers take for something else. */
class MisreadNamesTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).publicRepository();
  private final String path =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();

  @TempDir Path directory;
  private GitFixture git;
  private String reviewed;
  private String other;

  @BeforeEach
  void push() {
    git = GitFixture.workTree(directory.resolve("work"));
    reviewed = git.commit("pipeline", "reviewed\n");
    other = git.commit("pipeline", "other\n");
    git.git("push", "-q", server.cloneUrl(repository), "HEAD:refs/heads/main");
  }

  /** A branch that came before such names were refused. */
  private void stored(String branch, String commit) {
    git.git(
        "push",
        "-q",
        server.get(RepositoryStorage.class).directory(repository.id()).toString(),
        commit + ":refs/heads/" + branch);
    // While a push is brought to its end, what other programs have moved is not looked at.
    await()
        .untilAsserted(() ->
            assertThat(
                    admin.get(path + "/branches?filterText=" + branch).at("/values/0/latestCommit"))
                .isEqualTo(commit));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0123456789abcdef0123456789abcdef01234567",
        "0123456789ABCDEF0123456789abcdef01234567",
        "HEAD",
        "refs/heads/main",
        "refs/x",
        "-x"
      })
  void noDoorMakesABranchOrTagThatIsTakenForSomethingElse(String name) {
    String url = server.cloneUrl(repository);
    for (String full : new String[] {"refs/heads/" + name, "refs/tags/" + name}) {
      GitFixture.Result pushed = git.run("push", url, "HEAD:" + full);
      assertThat(pushed.exitCode()).as(full).isNotZero();
      assertThat(pushed.errors()).as(full).contains("remote rejected");
      String body = "{'name':'%s','startPoint':'main'}".formatted(full);
      String tag = "{'name':'%s','startPoint':'main','message':'x'}".formatted(full);
      boolean branch = full.startsWith("refs/heads/");
      Response made =
          branch ? admin.post(path + "/branches", body) : admin.post(path + "/tags", tag);
      assertThat(made.status()).as(full).isEqualTo(400);
      assertThat(made.message()).as(full).contains(name);
      Response older =
          branch
              ? admin.post("/rest/branch-utils/latest/" + path + "/branches", body)
              : admin.post("/rest/git/latest/" + path + "/tags", tag);
      assertThat(older.status()).as(full).isEqualTo(400);
    }
    Response begun =
        admin.post(
            "projects/" + repository.project().key() + "/repos",
            "{'name':'%s','defaultBranch':'refs/heads/%s'}"
                .formatted(TestingProjects.name("begun"), name));
    assertThat(begun.status()).isEqualTo(400);
    assertThat(git.git("ls-remote", url)).hasLineCount(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "raw/pipeline?at=%s",
        "browse/pipeline?at=%s",
        "commits?limit=1&until=%s",
        "commits/%s",
        "files?at=%s",
        "last-modified?at=%s",
        "archive?format=tar&at=%s",
        "compare/diff?from=%s&to=main",
        "compare/commits?from=main&to=%s",
        "diff?until=%s",
        "patch?until=%s",
        "changes?until=%s",
        "commits/%s/diff"
      })
  void fortyDigitsAreAnIdWhateverBranchIsCalledSo(String read) {
    // The same call before and after somebody has a branch of that name that points elsewhere.
    String call = path + "/" + read.formatted(reviewed);
    Response before = admin.get(call);
    assertThat(before.status()).as(before.response().body()).isEqualTo(200);
    stored(reviewed, other);
    assertThat(admin.get(call).response().body()).isEqualTo(before.response().body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"raw/pipeline?at=%s", "browse/pipeline?at=%s", "commits/%s"})
  void pagesTakeFortyDigitsForAnId(String read) throws Exception {
    stored(reviewed, other);
    String page = page(read.formatted(reviewed));
    assertThat(page).contains("reviewed").doesNotContain("other\n");
  }

  @Test
  void anExistingBranchOfSuchANameIsReachedByItsFullNameMovedAndDeleted() throws Exception {
    stored(reviewed, other);
    String full = "refs/heads/" + reviewed;
    assertThat(admin.get(path + "/raw/pipeline?at=" + full).response().body()).isEqualTo("other\n");
    assertThat(page("raw/pipeline?at=" + full)).isEqualTo("other\n");
    String later = git.commit("pipeline", "later\n");
    git.git("push", "-q", server.cloneUrl(repository), later + ":" + full);
    assertThat(admin.get(path + "/commits?limit=1&until=" + full).at("/values/0/id"))
        .isEqualTo(later);
    git.git("push", "-q", server.cloneUrl(repository), ":" + full);
    assertThat(git.git("ls-remote", server.cloneUrl(repository))).doesNotContain(full);
  }

  @Test
  void aBranchIsNotTakenForTheRefOfAPullRequest() {
    git.git("push", "-q", server.cloneUrl(repository), reviewed + ":refs/heads/base");
    Response made =
        admin.post(
            path + "/pull-requests",
            "{'title':'Other','fromRef':{'id':'main'},'toRef':{'id':'base'}}");
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    String ref = "pull-requests/" + made.at("/id") + "/from";
    String changed = git.commit("pipeline", "changed\n");
    git.git("push", "-q", server.cloneUrl(repository), changed + ":refs/heads/" + ref);
    assertThat(admin.get(path + "/raw/pipeline?at=" + ref).response().body()).isEqualTo("other\n");
  }

  private String page(String rest) throws IOException, InterruptedException {
    URI place = server.httpUrl().resolve("/" + path + "/" + rest);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(place).build(), BodyHandlers.ofString())
        .body();
  }
}
