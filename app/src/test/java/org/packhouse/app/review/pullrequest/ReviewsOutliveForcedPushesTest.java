package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

/** Reviews of commits that no branch has any more, where unreachable objects go within seconds. */
@Tag("full")
@Tag("pull-requests")
class ReviewsOutliveForcedPushesTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final TestingServer SERVER =
      TestingServer.builder()
          .with("housekeeping.pushes", "1")
          .with("housekeeping.longest-operation", "1s")
          // Longer than replaced packs stay, or their objects would be taken for needed again.
          .with("housekeeping.unreachable-retention", "6s")
          .with("housekeeping.full-after", "1s")
          .with("scm.git.execution-timeout", "1s")
          .start();

  @TempDir private Path temporary;

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  @Test
  void keepsReviewAnchorsAndWhatChangedSinceThem() {
    PullRequestKit kit = new PullRequestKit(temporary, SERVER);
    String reviewed = kit.branch("topic", "new.txt", "one\ntwo\nthree\n");
    String unwanted = kit.branch("unwanted", "unwanted.txt", "nobody refers to it\n");
    long number = kit.opened("topic");
    User reviewer = kit.user("reviewer", Permission.REPO_READ);
    TestingRest as = kit.as(reviewer);
    String anchor = "{'path':'new.txt','line':2,'lineType':'ADDED','fileType':'TO'}";
    Response said =
        as.post(kit.of(number) + "/comments", "{'text':'why two?','anchor':%s}".formatted(anchor));
    assertThat(said.status()).as(said.response().body()).isEqualTo(201);
    Response review =
        as.put(
            kit.of(number) + "/participants/" + reviewer.slug(),
            "{'status':'NEEDS_WORK','lastReviewedCommit':'%s'}".formatted(reviewed));
    assertThat(review.status()).as(review.response().body()).isEqualTo(200);

    kit.work.git("push", "--quiet", "origin", ":unwanted");
    String other = kit.work.commit("new.txt", "zero\none\ntwo\n");
    kit.push("topic");
    kit.work.git("reset", "--quiet", "--hard", "HEAD~1");
    kit.awaitField(number, "/fromRef/latestCommit", other);
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(() -> {
          kit.work.commit("README.md", "push " + System.nanoTime() + "\n");
          kit.push("main");
          assertThat(has(kit, unwanted)).as("what nobody refers to is gone").isFalse();
        });
    assertThat(has(kit, reviewed)).as("what was reviewed is there").isTrue();

    GitFixture.Result clone =
        kit.work.run(
            "clone",
            "--quiet",
            "--mirror",
            SERVER.cloneUrl(kit.repository),
            temporary.resolve("clone").toString());
    assertThat(clone.exitCode()).as(clone.errors()).isZero();

    Response participant = kit.get(number);
    assertThat(participant.at("/participants/0/lastReviewedCommit")).isEqualTo(reviewed);
    Response since = kit.admin.get(kit.of(number) + "/diff?sinceId=" + reviewed);
    assertThat(since.status()).as(since.response().body()).isEqualTo(200);
    assertThat(since.at("/diffs/0/hunks/0/segments/0/type")).isEqualTo("ADDED");
    assertThat(since.at("/diffs/0/hunks/0/segments/0/lines/0/line")).isEqualTo("zero");
    Response comments = kit.admin.get(kit.of(number) + "/comments?path=new.txt");
    assertThat(comments.at("/values/0/text")).isEqualTo("why two?");
    assertThat(comments.at("/values/0/anchor/line")).as("it drifted with its line").isEqualTo("3");
    assertThat(comments.at("/values/0/anchor/orphaned")).isEqualTo("false");
    Response activities = kit.admin.get(kit.of(number) + "/activities");
    assertThat(activities.response().body()).contains("RESCOPED", "REVIEWED", "why two?", reviewed);
  }

  private static boolean has(PullRequestKit kit, String commit) {
    return kit.bare(kit.repository).run("cat-file", "-e", commit).exitCode() == 0;
  }
}
