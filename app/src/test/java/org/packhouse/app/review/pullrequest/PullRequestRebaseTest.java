package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.fork.ForkKit;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingRest.Response;
import org.springframework.jdbc.core.simple.JdbcClient;

class PullRequestRebaseTest {

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private String commit;

  @BeforeEach
  void openOne() {
    kit = new PullRequestKit(temporary);
    commit = kit.branch("topic", "topic.txt", "topic\n");
    kit.opened("topic");
  }

  private String rebasePath() {
    return "/rest/git/1.0/" + kit.of(1) + "/rebase";
  }

  private Response rebase() {
    return kit.admin.post(rebasePath(), "{'version':%d}".formatted(kit.version(1)));
  }

  private String advanceMain(String file) {
    String made = kit.work.commit(file, "main\n");
    kit.push("main");
    kit.awaitField(1, "/toRef/latestCommit", made);
    return made;
  }

  @Test
  void theSourceIsRebasedOntoTheTargetAsGitDoesIt() {
    String main = advanceMain("main.txt");
    assertThat(kit.admin.get(rebasePath()).json().at("/vetoes")).isEmpty();
    Response rebased = rebase();
    assertThat(rebased.status()).as(rebased.response().body()).isEqualTo(200);
    assertThat(rebased.at("/refChange/fromHash")).isEqualTo(commit);
    String tip = rebased.at("/refChange/toHash");
    assertThat(kit.ref("refs/heads/topic")).isEqualTo(tip);
    kit.work.git("checkout", "--quiet", commit);
    kit.work.git("rebase", "--quiet", main);
    kit.work.git("fetch", "--quiet", "origin");
    assertThat(kit.work.git("rev-parse", tip + "^{tree}"))
        .isEqualTo(kit.work.git("rev-parse", "HEAD^{tree}"));
    assertThat(kit.work.git("rev-parse", tip + "^")).isEqualTo(main);
    kit.awaitField(1, "/fromRef/latestCommit", tip);
    assertThat(rebase().message()).contains("nothing to rebase");
  }

  @Test
  void refusesWhatConflictsAndWhoMayNotWrite() {
    User reader = kit.user("reader", Permission.REPO_READ);
    assertThat(kit.as(reader).get(rebasePath()).at("/vetoes/0/detailedMessage"))
        .contains("Only who may write");
    assertThat(kit.as(reader).post(rebasePath(), "{'version':0}").status()).isEqualTo(401);
    assertThat(kit.admin.post(rebasePath(), "{'version':77}").status()).isEqualTo(409);
    advanceMain("topic.txt");
    Response refused = rebase();
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.message()).contains("topic.txt");
    assertThat(kit.ref("refs/heads/topic")).isEqualTo(commit);
  }

  @Test
  void aForkIsRebasedOntoWhatItHasNotGot() throws IOException {
    Repository fork = new ForkKit(temporary.resolve("forks")).fork(kit.repository);
    String main = advanceMain("main.txt");
    kit.work.git("push", "--quiet", kit.server.cloneUrl(fork), commit + ":refs/heads/theirs");
    Response opened =
        kit.admin.post(
            kit.path + "/pull-requests",
            "{'title':'Theirs','fromRef':{'id':'refs/heads/theirs','repository':{'slug':'%s','project':{'key':'%s'}}},'toRef':{'id':'refs/heads/main'}}"
                .formatted(fork.slug(), fork.project().key()));
    assertThat(opened.status()).as(opened.response().body()).isEqualTo(201);
    String path = "/rest/git/1.0/" + kit.of(opened.json().at("/id").asLong()) + "/rebase";
    Response rebased = kit.admin.post(path, "{'version':0}");
    assertThat(rebased.status()).as(rebased.response().body()).isEqualTo(200);
    String tip = rebased.at("/refChange/toHash");
    assertThat(kit.bare(fork).git("rev-parse", "refs/heads/theirs", tip + "^"))
        .isEqualTo(tip + "\n" + main);
  }

  @Test
  void thoseWhoTakePartHearOfItUntilTheyDoNotWantTo() {
    PullRequestWatches watches = kit.server.get(PullRequestWatches.class);
    PullRequest pullRequest = kit.server.get(PullRequests.class).require(kit.repository, 1);
    User reader = kit.user("reader", Permission.REPO_READ);
    assertThat(watches.watchers(pullRequest)).containsExactly(pullRequest.authorId());
    String path = kit.of(1) + "/watch";
    assertThat(kit.as(reader).post(path, "").status()).isEqualTo(204);
    assertThat(watches.watchers(pullRequest))
        .containsExactlyInAnyOrder(pullRequest.authorId(), reader.id());
    assertThat(kit.as(reader).delete(path).status()).isEqualTo(204);
    assertThat(kit.admin.delete(path).status()).isEqualTo(204);
    assertThat(watches.watchers(pullRequest)).isEmpty();
    kit.as(reader).post(kit.of(1) + "/approve", "{}");
    assertThat(watches.watchers(pullRequest)).as("who has said no stays away").isEmpty();
  }

  private long suggest(String text, int line) {
    Response said =
        kit.admin.post(
            kit.of(1) + "/comments",
            "{'text':'%s','anchor':{'path':'topic.txt','line':%d,'lineType':'ADDED','fileType':'TO'}}"
                .formatted(text, line));
    assertThat(said.status()).as(said.response().body()).isEqualTo(201);
    return said.json().at("/id").asLong();
  }

  private Response apply(long comment, String body) {
    return kit.admin.post(kit.of(1) + "/comments/" + comment + "/apply-suggestion", body);
  }

  @Test
  void aSuggestionIsAppliedByACommitOnTheSource() {
    kit.work.git("checkout", "--quiet", commit);
    String lines = kit.work.commit("topic.txt", "one\ntwo\nthree\n");
    kit.push("topic");
    kit.awaitField(1, "/fromRef/latestCommit", lines);
    long comment = suggest("Better:\\n```suggestion\\nTWO\\nand a half\\n```\\nor", 2);
    long removal = suggest("```suggestion\\n```", 3);
    User reader = kit.user("reader", Permission.REPO_READ);
    String path = kit.of(1) + "/comments/" + comment + "/apply-suggestion";
    assertThat(kit.as(reader).post(path, "{}").status()).isEqualTo(401);
    assertThat(apply(comment, "{'suggestionIndex':1}").status()).isEqualTo(400);
    assertThat(apply(comment, "{'commentVersion':9}").status()).isEqualTo(409);
    assertThat(apply(comment, "{'pullRequestVersion':99}").status()).isEqualTo(409);
    Response applied =
        apply(comment, "{'commentVersion':0,'suggestionIndex':0,'commitMessage':'Take it'}");
    assertThat(applied.status()).as(applied.response().body()).isEqualTo(204);
    assertThat(kit.bare(kit.repository).git("show", "topic:topic.txt"))
        .isEqualTo("one\nTWO\nand a half\nthree");
    assertThat(kit.bare(kit.repository).git("log", "-1", "--format=%s", "topic"))
        .isEqualTo("Take it");
    kit.awaitField(1, "/fromRef/latestCommit", kit.ref("refs/heads/topic"));
    assertThat(apply(comment, "{}").message()).contains("no line of the file as it is now");
    assertThat(apply(removal, "{}").status()).isEqualTo(204);
    assertThat(kit.bare(kit.repository).git("show", "topic:topic.txt"))
        .isEqualTo("one\nTWO\nand a half");
  }

  @Test
  void aSuggestionIsAppliedThoughItsThreadCannotBeResolved() {
    kit.work.git("checkout", "--quiet", commit);
    String lines = kit.work.commit("topic.txt", "one\n");
    kit.push("topic");
    kit.awaitField(1, "/fromRef/latestCommit", lines);
    long comment = suggest("```suggestion\\nONE\\n```", 1);
    JdbcClient sql = kit.server.get(JdbcClient.class);
    sql.sql(
            """
            create function refuse_change() returns trigger language plpgsql as $$
            begin
              raise exception 'no comment is changed now';
            end $$;
            create trigger refuse_change before update on commit_comment
              for each row when (old.id = %d) execute function refuse_change();
            """
                .formatted(comment))
        .update();
    try {
      assertThat(apply(comment, "{}").status()).isEqualTo(204);
    } finally {
      sql.sql("drop function refuse_change cascade").update();
    }
    assertThat(kit.bare(kit.repository).git("show", "topic:topic.txt")).isEqualTo("ONE");
    assertThat(kit.admin.get(kit.of(1) + "/comments/" + comment).at("/threadResolved"))
        .isEqualTo("false");
  }
}
