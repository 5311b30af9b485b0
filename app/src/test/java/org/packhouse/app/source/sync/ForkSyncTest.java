package org.packhouse.app.source.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.fork.ForkKit;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryTrash;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;

class ForkSyncTest {

  private static final String PASSWORD = "sync-password-1";

  @TempDir private Path temporary;
  private ForkKit kit;
  private TestingRest rest;
  private Repository fork;
  private String base;
  private String path;

  @BeforeEach
  void makeAFork() throws IOException {
    kit = new ForkKit(temporary);
    rest = TestingRest.admin(kit.server);
    base = kit.push("main", "0");
    fork = kit.fork();
    path = path(fork);
  }

  private static String path(Repository repository) {
    return "/rest/sync/latest/projects/%s/repos/%s"
        .formatted(repository.project().key(), repository.slug());
  }

  /** Begins to follow, once what was pushed before is told to those who follow already. */
  private void enable() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() ->
            kit.jdbc
                    .sql("select count(*) from outbox_event where repository_id = ?")
                    .param(kit.origin.id())
                    .query(Long.class)
                    .single()
                == 0);
    Response enabled = rest.post(path, "{'enabled': true}");
    assertThat(enabled.status()).as(enabled.response().body()).isEqualTo(200);
    assertThat(enabled.json().at("/enabled").asBoolean()).isTrue();
  }

  private String value(String ref) {
    try {
      return kit.server
          .get(Refs.class)
          .snapshot(fork.id())
          .find(ref)
          .map(RefSnapshot.Entry::id)
          .map(ObjectId::name)
          .orElse("");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void awaitValue(String ref, String value) {
    await().atMost(Duration.ofSeconds(30)).until(() -> value(ref).equals(value));
  }

  private void pushToFork(String... arguments) {
    List<String> line = new java.util.ArrayList<>(List.of("push", "--quiet", kit.url(fork)));
    line.addAll(List.of(arguments));
    kit.work.git(line.toArray(String[]::new));
  }

  /** Told of the last push to the origin, and of all before it. */
  private void awaitFollowed() {
    String marker = "refs/tags/marker" + System.nanoTime();
    kit.work.git("push", "--quiet", "origin", "HEAD:" + marker);
    awaitValue(marker, kit.work.git("rev-parse", "HEAD"));
  }

  @Test
  void followsBranchesAndTagsThatComeMoveAndGo() {
    enable();
    String next = kit.push("main", "1");
    awaitValue("refs/heads/main", next);
    kit.work.git("push", "--quiet", "origin", "HEAD:refs/heads/topic", "HEAD:refs/tags/v1");
    awaitValue("refs/heads/topic", next);
    awaitValue("refs/tags/v1", next);
    kit.work.git(
        "push", "--quiet", "--force", "origin", base + ":refs/tags/v1", ":refs/heads/topic");
    awaitValue("refs/tags/v1", base);
    awaitValue("refs/heads/topic", "");
    kit.assertSound(fork);
    assertThat(rest.get(path).json().at("/lastSync").asLong()).isPositive();
  }

  @Test
  void takesWhatTheOriginHasGotSinceItWasMadeWhenItBeginsToFollow() {
    String next = kit.push("main", "1");
    kit.work.git("push", "--quiet", "origin", "HEAD:refs/heads/topic");
    enable();
    assertThat(value("refs/heads/main")).isEqualTo(next);
    assertThat(value("refs/heads/topic")).isEqualTo(next);
  }

  @Test
  void doesNotFollowUnlessItIsToldTo() {
    enable();
    assertThat(rest.post(path, "{'enabled': false}").status()).isEqualTo(204);
    assertThat(rest.get(path).json().at("/enabled").asBoolean()).isFalse();
    kit.push("main", "1");
    kit.work.git("push", "--quiet", "origin", "HEAD:refs/heads/other");
    enable();
    awaitFollowed();
    assertThat(value("refs/heads/other")).isNotEmpty();
  }

  @Test
  void leavesAloneWhatTheForkHasChanged() {
    kit.work.git(
        "push",
        "--quiet",
        "origin",
        "HEAD:refs/heads/gone",
        "HEAD:refs/heads/kept",
        "HEAD:refs/tags/v1");
    enable();
    String own = kit.work.commit("own", "1");
    pushToFork(
        "HEAD:refs/heads/main",
        "HEAD:refs/heads/kept",
        "--force",
        "HEAD:refs/tags/v1",
        ":refs/heads/gone");
    kit.work.git("reset", "--quiet", "--hard", base);
    String theirs = kit.push("main", "1");
    kit.work.git(
        "push",
        "--quiet",
        "--force",
        "origin",
        "HEAD:refs/heads/gone",
        "HEAD:refs/tags/v1",
        ":refs/heads/kept");
    awaitFollowed();
    assertThat(value("refs/heads/main")).isEqualTo(own);
    assertThat(value("refs/heads/kept")).isEqualTo(own);
    assertThat(value("refs/tags/v1")).isEqualTo(own);
    assertThat(value("refs/heads/gone")).isEmpty();
    Response status = rest.get(path);
    assertThat(status.at("/divergedRefs/0/id")).isEqualTo("refs/heads/main");
    assertThat(status.at("/divergedRefs/1/id")).isEqualTo("refs/tags/v1");
    assertThat(status.at("/divergedRefs/1/type")).isEqualTo("TAG");
    assertThat(status.at("/orphanedRefs/0/displayId")).isEqualTo("kept");
    assertThat(rest.get(path + "?at=main").json().at("/divergedRefs").size()).isOne();
    assertThat(rest.get(path + "?at=no-such").json().at("/divergedRefs").size()).isZero();
    assertThat(theirs).isNotEqualTo(own);
  }

  @Test
  void doesNotGoBackWhenTheOriginDoes() {
    String next = kit.push("main", "1");
    enable();
    kit.work.git("push", "--quiet", "--force", "origin", base + ":refs/heads/main");
    kit.work.git("checkout", "--quiet", "--detach", next);
    awaitFollowed();
    assertThat(value("refs/heads/main")).isEqualTo(next);
    assertThat(rest.get(path).at("/aheadRefs/0/displayId")).isEqualTo("main");
    Response discarded = synchronize("refs/heads/main", "DISCARD");
    assertThat(discarded.status()).isEqualTo(204);
    assertThat(value("refs/heads/main")).isEqualTo(base);
  }

  private Response synchronize(String ref, String action) {
    return rest.post(
        path + "/synchronize", "{'refId': '%s', 'action': '%s'}".formatted(ref, action));
  }

  private String diverge(String theirFile) {
    String own = kit.work.commit("own", "1");
    pushToFork("HEAD:refs/heads/main");
    kit.work.git("reset", "--quiet", "--hard", base);
    kit.work.commit(theirFile, "theirs");
    kit.work.git("push", "--quiet", "origin", "HEAD:refs/heads/main");
    return own;
  }

  @Test
  void mergesABranchThatHasDiverged() {
    String own = diverge("theirs");
    String theirs = kit.work.git("rev-parse", "HEAD");
    Response merged =
        rest.post(
            path + "/synchronize",
            "{'refId': 'refs/heads/main', 'action': 'MERGE', 'context': {'commitMessage': 'Take it'}}");
    assertThat(merged.status()).as(merged.response().body()).isEqualTo(200);
    assertThat(merged.at("/state")).isEqualTo("AHEAD");
    GitFixture clone = kit.clone(fork);
    assertThat(clone.git("log", "-1", "--format=%P %s %an", "main"))
        .isEqualTo(own + " " + theirs + " Take it Ada Admin");
    assertThat(clone.git("ls-tree", "--name-only", "main")).isEqualTo("file\nown\ntheirs");
    kit.assertSound(fork);
  }

  @Test
  void refusesToMergeWhatBothSidesHaveChanged() {
    String own = diverge("own");
    Response refused = synchronize("refs/heads/main", "MERGE");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.message()).contains("same lines");
    assertThat(value("refs/heads/main")).isEqualTo(own);
  }

  @Test
  void rebasesABranchAsGitDoes() throws IOException {
    commitAs("Grace <grace@example.com>", "own", "1", "First\n\nof two.");
    kit.work.git("checkout", "--quiet", "-b", "side");
    commitAs("Linus <linus@example.com>", "side", "1", "Aside");
    kit.work.git("checkout", "--quiet", "-");
    commitAs("Grace <grace@example.com>", "taken", "same", "Is in both");
    kit.work.git("merge", "--quiet", "--no-ff", "-m", "A merge", "side");
    commitAs("Grace <grace@example.com>", "own", "2", "Second");
    String own = kit.work.git("rev-parse", "HEAD");
    pushToFork("HEAD:refs/heads/main");
    kit.work.git("reset", "--quiet", "--hard", base);
    kit.work.commit("taken", "same");
    String theirs = kit.work.commit("theirs", "1");
    kit.work.git("push", "--quiet", "origin", "HEAD:refs/heads/main");

    Response rebased = synchronize("refs/heads/main", "REBASE");

    assertThat(rebased.status()).as(rebased.response().body()).isEqualTo(200);
    assertThat(rebased.at("/state")).isEqualTo("AHEAD");
    GitFixture clone = kit.clone(fork);
    kit.work.git("checkout", "--quiet", "--detach", own);
    kit.work.git("rebase", "--quiet", theirs);
    String told = "--format=%an <%ae> %aI%n%B%n%T";
    assertThat(clone.git("log", told, theirs + "..main"))
        .isEqualTo(kit.work.git("log", told, theirs + "..HEAD"));
    assertThat(clone.git("rev-list", "--count", theirs + "..main")).isEqualTo("3");
    assertThat(clone.git("log", "-1", "--format=%cn", "main")).isEqualTo("Ada Admin");
    kit.assertSound(fork);
  }

  private void commitAs(String author, String file, String content, String message)
      throws IOException {
    java.nio.file.Files.writeString(kit.work.directory().resolve(file), content);
    kit.work.git("add", file);
    kit.work.git("commit", "--quiet", "--author", author, "-m", message);
  }

  @Test
  void rebasesAHistoryThatHasNoCommitInCommon() {
    kit.work.git("checkout", "--quiet", "--orphan", "apart");
    kit.work.git("rm", "-rf", "--quiet", ".");
    kit.work.commit("own", "1");
    pushToFork("--force", "HEAD:refs/heads/main");
    kit.work.git("checkout", "--quiet", "--detach", base);
    String theirs = kit.push("main", "1");
    assertThat(synchronize("refs/heads/main", "REBASE").status()).isEqualTo(200);
    GitFixture clone = kit.clone(fork);
    assertThat(clone.git("log", "-1", "--format=%P", "main")).isEqualTo(theirs);
    assertThat(clone.git("ls-tree", "--name-only", "main")).isEqualTo("file\nown");
  }

  @Test
  void keepsTheEncodingAndTheBytesOfAMessage() throws IOException {
    java.nio.file.Path message = temporary.resolve("message");
    java.nio.file.Files.write(message, new byte[] {'G', 'r', (byte) 0xfc, (byte) 0xdf, 'e', '\n'});
    kit.work.git(
        "-c",
        "i18n.commitEncoding=ISO-8859-1",
        "commit",
        "--quiet",
        "--allow-empty",
        "-F",
        message.toString());
    pushToFork("HEAD:refs/heads/main");
    kit.work.git("reset", "--quiet", "--hard", base);
    kit.push("main", "1");
    assertThat(synchronize("refs/heads/main", "REBASE").status()).isEqualTo(200);
    GitFixture clone = kit.clone(fork);
    assertThat(clone.git("log", "-1", "--format=%e %s", "main"))
        .isEqualTo("ISO-8859-1 Gr\u00fc\u00dfe");
    kit.assertSound(fork);
  }

  @Test
  void refusesToRebaseWhatBothSidesHaveChanged() {
    String own = diverge("own");
    Response refused = synchronize("refs/heads/main", "REBASE");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.message()).contains(own, "changes lines that the origin has changed");
    assertThat(value("refs/heads/main")).isEqualTo(own);
  }

  @Test
  void isWhereTheOriginIsWhenNothingIsLeftToRebase() {
    kit.work.commit("same", "1");
    pushToFork("HEAD:refs/heads/main");
    kit.work.git("reset", "--quiet", "--hard", base);
    kit.work.git("commit", "--quiet", "--allow-empty", "-m", "Empty");
    String theirs = kit.work.commit("same", "1");
    kit.work.git("push", "--quiet", "origin", "HEAD:refs/heads/main");
    assertThat(synchronize("refs/heads/main", "REBASE").status()).isEqualTo(204);
    assertThat(value("refs/heads/main")).isEqualTo(theirs);
  }

  @Test
  void saysSoWhenThereIsNothingToDo() {
    Response refused = synchronize("refs/heads/main", "MERGE");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.at("/errors/0/exceptionName"))
        .endsWith("repository.sync.RefAlreadySynchronizedException");
    assertThat(synchronize("refs/heads/nope", "DISCARD").status()).isEqualTo(409);
    assertThat(synchronize("refs/heads/main", "REBASE").status()).isEqualTo(409);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'refId': 'x'}",
        "{'refId': '', 'action': 'MERGE'}",
        "[]",
        "{'refId': 'x', 'action': 'NUKE'}",
        "{"
      })
  void refusesRequestsThatBreakARule(String body) {
    assertThat(rest.post(path + "/synchronize", body).status()).isEqualTo(400);
  }

  @Test
  void isNotThereForWhatIsNoFork() {
    Response status = rest.get(path(kit.origin));
    assertThat(status.json().at("/available").asBoolean()).isFalse();
    assertThat(rest.post(path(kit.origin), "{'enabled': true}").status()).isEqualTo(409);
    assertThat(rest.post(path(kit.origin), "{}").status()).isEqualTo(400);
    kit.server.get(RepositoryTrash.class).trash(kit.origin.id(), null);
    assertThat(rest.get(path).json().at("/available").asBoolean()).isFalse();
  }

  @Test
  void stopsFollowingWhenTheOwnerOfAPersonalForkMayNotReadTheOriginAnyMore() {
    TestingPeople people = TestingPeople.of(kit.server);
    User user = people.createUser(TestingPeople.uniqueName("follower"), PASSWORD);
    people.grant(user, new ResourceId.RepositoryId(kit.origin.id()), Permission.REPO_READ);
    TestingRest own = TestingRest.user(kit.server, user.name(), PASSWORD);
    long id =
        own.post(
                "projects/%s/repos/%s".formatted(kit.origin.project().key(), kit.origin.slug()),
                "{}")
            .json()
            .at("/id")
            .asLong();
    Repository personal =
        kit.server
            .get(org.packhouse.app.hosting.repository.Repositories.class)
            .findById(id)
            .orElseThrow();
    assertThat(own.post(path(personal), "{'enabled': true}").status()).isEqualTo(200);
    enable();
    people.revoke(user, new ResourceId.RepositoryId(kit.origin.id()));
    assertThat(own.get(path(personal)).json().at("/available").asBoolean()).isFalse();
    String next = kit.push("main", "secret");
    awaitValue("refs/heads/main", next);
    awaitFollowed();
    assertThat(kit.git(personal).git("rev-parse", "main")).isEqualTo(base);
  }

  @Test
  void followsAlongAChainOfForks() throws IOException {
    Repository second = kit.fork(fork);
    enable();
    assertThat(rest.post(path(second), "{'enabled': true}").status()).isEqualTo(200);
    String next = kit.push("main", "1");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> kit.git(second).git("rev-parse", "main").equals(next));
    kit.assertSound(second);
  }
}
