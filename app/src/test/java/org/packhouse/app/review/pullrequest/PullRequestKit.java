package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

/** A repository with a branch to be merged, a work tree that pushes to it, and people. */
public final class PullRequestKit {

  public static final String PASSWORD = "a-password-of-reviews";

  public final TestingServer server;
  public final Repository repository;
  public final GitFixture work;
  public final TestingRest admin;
  public final String path;

  /** Makes a repository in the shared server; the work tree lies below that directory. */
  public PullRequestKit(Path temporary) {
    this(temporary, TestingServer.shared());
  }

  /** Makes a repository in that server. */
  PullRequestKit(Path temporary, TestingServer server) {
    this.server = server;
    this.repository = TestingProjects.in(server).repository();
    this.admin = TestingRest.admin(server);
    this.path = "projects/" + repository.project().key() + "/repos/" + repository.slug();
    this.work = GitFixture.workTree(temporary.resolve("work"));
    work.git("remote", "add", "origin", server.cloneUrl(repository));
    work.commit("README.md", "one\ntwo\nthree\n");
    push("main");
  }

  /** Pushes the present commit to a branch. */
  public GitFixture.Result push(String branch) {
    GitFixture.Result pushed = work.run("push", "--force", "origin", "HEAD:refs/heads/" + branch);
    assertThat(pushed.exitCode()).as(pushed.errors()).isZero();
    return pushed;
  }

  /** Makes a branch with a commit on what the work tree has, and goes back. */
  public String branch(String name, String file, String content) {
    String before = work.git("rev-parse", "HEAD");
    String commit = work.commit(file, content);
    push(name);
    work.git("reset", "--quiet", "--hard", before);
    return commit;
  }

  /** Opens a pull request to main. */
  Response open(TestingRest by, String branch) {
    return open(by, branch, "main", "");
  }

  /** Opens one; more fields of the body begin with a comma. */
  Response open(TestingRest by, String branch, String target, String more) {
    return by.post(
        path + "/pull-requests",
        "{'title':'Merge %s','fromRef':{'id':'refs/heads/%s'},'toRef':{'id':'refs/heads/%s'}%s}"
            .formatted(branch, branch, target, more));
  }

  /** Opens one that must be opened. */
  public long opened(String branch) {
    Response response = open(admin, branch);
    assertThat(response.status()).as(response.response().body()).isEqualTo(201);
    return response.json().at("/id").asLong();
  }

  /** The path of a pull request. */
  public String of(long number) {
    return path + "/pull-requests/" + number;
  }

  public Response get(long number) {
    return admin.get(of(number));
  }

  public int version(long number) {
    return get(number).json().at("/version").asInt();
  }

  /** A user who holds a permission on the repository. */
  public User user(String prefix, Permission permission) {
    TestingPeople people = TestingPeople.of(server);
    User user = people.createUser(TestingPeople.uniqueName(prefix), PASSWORD);
    people.grant(user, new RepositoryId(repository.id()), permission);
    return user;
  }

  public TestingRest as(User user) {
    return TestingRest.user(server, user.name(), PASSWORD);
  }

  /** The repository on the server's disk. */
  public GitFixture bare(Repository of) {
    Path directory = server.get(RepositoryStorage.class).directory(of.id());
    return GitFixture.in(directory).with("GIT_DIR", directory.toString());
  }

  /** The value of a ref on the server's disk; empty: there is none. */
  public String ref(String name) {
    return bare(repository).run("rev-parse", "--verify", "--quiet", name).output().strip();
  }

  /** Waits until a field of a pull request has a value. */
  public void awaitField(long number, String pointer, String value) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(get(number).at(pointer)).isEqualTo(value));
  }
}
