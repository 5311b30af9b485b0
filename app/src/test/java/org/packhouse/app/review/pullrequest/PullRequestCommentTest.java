package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.Statements;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import tools.jackson.databind.JsonNode;

class PullRequestCommentTest {

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private String comments;

  @BeforeEach
  void openOne() {
    kit = new PullRequestKit(temporary);
    kit.branch("topic", "README.md", "zero\none\nTWO\nthree\n");
    kit.opened("topic");
    comments = kit.of(1) + "/comments";
  }

  private Response say(TestingRest by, String body) {
    Response said = by.post(comments, body);
    assertThat(said.status()).as(said.response().body()).isEqualTo(201);
    return said;
  }

  @Test
  void keepsThreadsWithVersionsAndShowsThemAmongActivities() {
    User reader = kit.user("reader", Permission.REPO_READ);
    long id = say(kit.as(reader), "{'text':'Why?'}").json().at("/id").asLong();
    say(kit.admin, "{'text':'So.','parent':{'id':%d}}".formatted(id));
    Response activities = kit.admin.get(kit.of(1) + "/activities");
    assertThat(activities.at("/values/0/action")).isEqualTo("COMMENTED");
    assertThat(activities.at("/values/0/commentAction")).isEqualTo("ADDED");
    assertThat(activities.at("/values/0/comment/text")).isEqualTo("Why?");
    assertThat(activities.at("/values/0/comment/comments/0/text")).isEqualTo("So.");
    assertThat(kit.get(1).at("/participants/0/user/name")).isEqualTo(reader.name());
    assertThat(kit.get(1).at("/properties/commentCount")).isEqualTo("2");
    String own = comments + "/" + id;
    assertThat(kit.as(reader).put(own, "{'version':0,'text':'Why not?'}").at("/version"))
        .isEqualTo("1");
    Response stale = kit.as(reader).put(own, "{'version':0,'text':'Hm.'}");
    assertThat(stale.status()).isEqualTo(409);
    assertThat(stale.at("/errors/0/exceptionName")).endsWith("CommentOutOfDateException");
    assertThat(kit.admin.put(own, "{'version':1,'text':'Mine.'}").status()).isEqualTo(401);
    assertThat(kit.admin.delete(own + "?version=1").status()).as("it is answered").isEqualTo(409);
    assertThat(kit.admin.get(kit.path + "/commits/main/comments").json().at("/values")).isEmpty();
    long alone = say(kit.admin, "{'text':'Alone.'}").json().at("/id").asLong();
    assertThat(kit.admin.delete(comments + "/" + alone + "?version=0").status()).isEqualTo(204);
    assertThat(kit.admin.get(comments + "/" + alone).message())
        .contains("does not exist on this pull request");
    assertThat(kit.admin.get(kit.of(1) + "/activities").json().at("/values")).hasSize(2);
    assertThat(kit.admin.get(comments).status()).as("a path is required").isEqualTo(400);
    assertThat(kit.admin.post(comments, "{'text':' '}").status()).isEqualTo(400);
    assertThat(kit.admin.post(comments, "{'text':'%s'}".formatted("x".repeat(40_000))).message())
        .contains("1 to 32768 characters");
  }

  @Test
  void standAtLinesThatDriftAndAreOrphanedWhenTheyAreGone() {
    say(kit.admin, "{'text':'new','anchor':%s}".formatted(anchor(3, "ADDED", "TO")));
    say(kit.admin, "{'text':'same','anchor':%s}".formatted(anchor(4, "CONTEXT", "TO")));
    say(kit.admin, "{'text':'gone','anchor':%s}".formatted(anchor(2, "REMOVED", "FROM")));
    say(kit.admin, "{'text':'file','anchor':{'path':'README.md'}}");
    for (String wrong :
        new String[] {
          anchor(9, "ADDED", "TO"),
          anchor(0, "REMOVED", "FROM"),
          anchor(9, "CONTEXT", "TO"),
          "{'path':'other.txt','line':1,'lineType':'ADDED'}"
        }) {
      Response refused = kit.admin.post(comments, "{'text':'x','anchor':%s}".formatted(wrong));
      assertThat(refused.status()).as(wrong + refused.response().body()).isEqualTo(400);
      assertThat(refused.message()).contains("not in the diff");
    }
    kit.work.git("fetch", "--quiet", "origin", "topic");
    kit.work.git("reset", "--quiet", "--hard", "FETCH_HEAD");
    String later = kit.work.commit("README.md", "minus\nzero\none\nthree\n");
    kit.push("topic");
    kit.awaitField(1, "/fromRef/latestCommit", later);
    Response shown = kit.admin.get(comments + "?path=README.md");
    assertThat(shown.json().at("/values")).hasSize(4);
    assertThat(shown.at("/values/0/anchor/orphaned")).isEqualTo("true");
    assertThat(shown.at("/values/0/anchor/line")).isEqualTo("3");
    assertThat(shown.at("/values/1/anchor/line"))
        .as("was 4, and one went, one came")
        .isEqualTo("4");
    assertThat(shown.at("/values/1/anchor/orphaned")).isEqualTo("false");
    assertThat(shown.at("/values/1/anchor/toHash")).isEqualTo(later);
    assertThat(shown.at("/values/2/anchor/line")).isEqualTo("2");
    assertThat(shown.at("/values/3/anchor/orphaned")).isEqualTo("false");
  }

  @Test
  void goWithTheirFileWhereALaterPushRenamesIt() {
    say(kit.admin, "{'text':'new','anchor':%s}".formatted(anchor(3, "ADDED", "TO")));
    say(kit.admin, "{'text':'gone','anchor':%s}".formatted(anchor(2, "REMOVED", "FROM")));
    say(kit.admin, "{'text':'file','anchor':{'path':'README.md'}}");
    say(kit.admin, several("1"));
    kit.work.git("fetch", "--quiet", "origin", "topic");
    kit.work.git("reset", "--quiet", "--hard", "FETCH_HEAD");
    String content = kit.work.git("show", "HEAD:README.md");
    kit.work.git("rm", "--quiet", "README.md");
    String later = kit.work.commit("docs/READ.md", "top\n" + content + "\n");
    kit.push("topic");
    kit.awaitField(1, "/fromRef/latestCommit", later);
    List<String> places = new ArrayList<>();
    for (JsonNode comment : kit.admin.get(comments + "?path=README.md").json().at("/values")) {
      JsonNode anchor = comment.at("/anchor");
      assertThat(anchor.at("/path").asString()).isEqualTo("docs/READ.md");
      assertThat(anchor.at("/srcPath").asString()).isEqualTo("README.md");
      assertThat(anchor.at("/orphaned").asBoolean()).isFalse();
      places.add(comment.at("/text").asString() + anchor.at("/line").asString());
    }
    assertThat(places).contains("new4", "gone2", "file").hasSize(4);
    String diff = kit.of(1) + "/diff/docs/READ.md?withComments=true";
    assertThat(kit.admin.get(diff).json().findValuesAsString("text"))
        .contains("new", "gone", "file");
    try (TestingBrowser browser = TestingBrowser.admin(kit.server)) {
      String page = browser.get("/" + kit.of(1) + "/diff").body();
      assertThat(page).contains("docs/READ.md", ">new<", ">gone<", ">file<");
    }
  }

  private static String anchor(int line, String lineType, String fileType) {
    return "{'path':'README.md','line':%d,'lineType':'%s','fileType':'%s'}"
        .formatted(line, lineType, fileType);
  }

  @Test
  void standAtSeveralLinesOfBothSidesThatDriftWithTheCode() {
    Response both = say(kit.admin, several("2,'startLineType':'REMOVED'"));
    assertThat(both.json().at("/anchor/multilineMarker").toString())
        .isEqualTo("{\"startLine\":2,\"startLineType\":\"REMOVED\"}");
    assertThat(both.json().at("/anchor/multilineSpan").toString())
        .isEqualTo("{\"srcSpanStart\":2,\"srcSpanEnd\":3,\"dstSpanStart\":3,\"dstSpanEnd\":4}");
    Response after = say(kit.admin, several("1"));
    assertThat(after.at("/anchor/multilineMarker/startLineType"))
        .as("the diff says it")
        .isEqualTo("ADDED");
    Response spanned =
        say(
            kit.admin,
            "{'text':'span','anchor':{'path':'README.md','line':4,'multilineSpan':{'dstSpanStart':3,'dstSpanEnd':4}}}");
    assertThat(spanned.at("/anchor/multilineMarker/startLine")).isEqualTo("3");
    Response one = say(kit.admin, several("4"));
    assertThat(one.json().at("/anchor/multilineMarker").isMissingNode()).isTrue();
    for (String start : new String[] {"5", "0", "3,'startLineType':'REMOVED'", "99"}) {
      Response refused =
          kit.admin.post(
              comments,
              "{'text':'x','anchor':{'path':'README.md','line':3,'lineType':'ADDED','multilineMarker':{'startLine':%s}}}"
                  .formatted(start));
      assertThat(refused.status()).as(start + refused.response().body()).isEqualTo(400);
    }
    kit.work.git("fetch", "--quiet", "origin", "topic");
    kit.work.git("reset", "--quiet", "--hard", "FETCH_HEAD");
    String later = kit.work.commit("README.md", "minus\none\nTWO\nthree\n");
    kit.push("topic");
    kit.awaitField(1, "/fromRef/latestCommit", later);
    Response shown = kit.admin.get(comments + "?path=README.md");
    assertThat(shown.at("/values/0/anchor/multilineSpan/srcSpanStart")).isEqualTo("2");
    assertThat(shown.at("/values/1/anchor/multilineMarker/startLine"))
        .as("the first of them is gone")
        .isEqualTo("2");
    assertThat(shown.at("/values/1/anchor/line")).isEqualTo("4");
  }

  @Test
  void nobodyElseSeesWhatIsPendingUntilTheReviewIsFinished() {
    TestingRest reviewer = kit.as(kit.user("reviewer", Permission.REPO_READ));
    kit.admin.post(kit.path + "/settings/pull-requests", "{'requiredAllTasksComplete':true}");
    long said = say(kit.admin, "{'text':'Said.'}").json().at("/id").asLong();
    Response pending =
        say(
            reviewer,
            "{'text':'Later.','state':'PENDING','severity':'BLOCKER','anchor':%s}"
                .formatted(anchor(3, "ADDED", "TO")));
    long id = pending.json().at("/id").asLong();
    assertThat(pending.at("/state")).isEqualTo("PENDING");
    say(reviewer, "{'text':'Reply.','state':'PENDING','parent':{'id':%d}}".formatted(said));
    say(reviewer, "{'text':'More.','state':'PENDING','parent':{'id':%d}}".formatted(id));
    String own = comments + "/" + id;
    assertThat(reviewer.put(own, "{'text':'Later!','version':0}").at("/text")).isEqualTo("Later!");
    for (String page :
        new String[] {"/activities", "/comments?path=README.md", "/blocker-comments", "/review"}) {
      assertThat(kit.admin.get(kit.of(1) + page).response().body())
          .as(page)
          .doesNotContain("Later", "Reply.", "More.");
    }
    assertThat(kit.admin.get(own).status()).isEqualTo(404);
    assertThat(kit.admin.put(own, "{'text':'x','version':1}").status()).isEqualTo(404);
    assertThat(kit.admin.delete(own + "?version=1").status()).isEqualTo(404);
    assertThat(kit.admin.post(comments, "{'text':'x','parent':{'id':%d}}".formatted(id)).status())
        .isEqualTo(404);
    assertThat(kit.get(1).at("/properties/commentCount")).isEqualTo("1");
    assertThat(kit.get(1).json().at("/participants")).isEmpty();
    assertThat(kit.admin.get(kit.of(1) + "/merge").json().at("/vetoes")).isEmpty();
    assertThat(reviewer.get(kit.of(1) + "/review").json().at("/values")).hasSize(2);
    assertThat(reviewer.get(kit.of(1) + "/comments?path=README.md").at("/values/0/state"))
        .isEqualTo("PENDING");
    assertThat(reviewer.delete(own + "?version=1").status()).as("it is answered").isEqualTo(409);
    kit.admin.delete(comments + "/" + said + "?version=0");
    String review = kit.of(1) + "/review";
    assertThat(reviewer.put(review + "?version=7", "{}").status()).isEqualTo(409);
    assertThat(kit.admin.put(review, "{'participantStatus':'APPROVED'}").status())
        .as("the author's own")
        .isEqualTo(409);
    Response done =
        reviewer.put(review, "{'commentText':'In short.','participantStatus':'NEEDS_WORK'}");
    assertThat(done.status()).as(done.response().body()).isEqualTo(200);
    Response activities = kit.admin.get(kit.of(1) + "/activities");
    assertThat(activities.at("/values/0/action")).isEqualTo("REVIEWED");
    assertThat(activities.at("/values/1/comment/text")).isEqualTo("In short.");
    assertThat(activities.at("/values/2/comment/text"))
        .as("what it replied to is gone")
        .isEqualTo("Reply.");
    assertThat(activities.at("/values/3/comment/id")).isEqualTo(Long.toString(id));
    assertThat(activities.at("/values/3/comment/comments/0/text")).isEqualTo("More.");
    assertThat(kit.admin.get(kit.of(1) + "/merge").json().at("/vetoes")).isNotEmpty();
    assertThat(reviewer.get(review).json().at("/values")).isEmpty();
    say(reviewer, "{'text':'Never.','state':'PENDING'}");
    assertThat(reviewer.delete(review).status()).isEqualTo(204);
    assertThat(reviewer.put(review, "{}").status()).isEqualTo(200);
    assertThat(kit.admin.get(kit.of(1) + "/activities").response().body()).doesNotContain("Never.");
  }

  @Test
  void peopleReactToCommentsOnceAndTakeItBack() {
    TestingRest reader = kit.as(kit.user("reader", Permission.REPO_READ));
    long id = say(kit.admin, "{'text':'Well.'}").json().at("/id").asLong();
    String reactions = "/rest/comment-likes/1.0/" + kit.of(1) + "/comments/" + id + "/reactions/";
    assertThat(reader.put(reactions + "thumbsup", "{}").at("/emoticon/shortcut"))
        .isEqualTo("thumbsup");
    assertThat(reader.put(reactions + "+1", "{}").status()).isEqualTo(200);
    kit.admin.put(reactions + "heart", "{}");
    Response shown = kit.admin.get(comments + "/" + id);
    assertThat(shown.json().at("/properties/reactions")).hasSize(2);
    assertThat(shown.json().at("/properties/reactions/0/users")).hasSize(1);
    assertThat(reader.put(reactions + "no-such", "{}").message()).contains("thumbsup");
    assertThat(reader.delete(reactions + "thumbsup").status()).isEqualTo(204);
    assertThat(reader.delete(reactions + "thumbsup").status()).isEqualTo(204);
    assertThat(kit.admin.get(comments + "/" + id).json().at("/properties/reactions")).hasSize(1);
    say(reader, "{'text':'Not yet.','state':'PENDING'}");
    String none = "/rest/comment-likes/1.0/" + kit.of(1) + "/comments/%d/reactions/heart";
    assertThat(kit.admin.put(none.formatted(id + 1), "{}").status())
        .as("nobody reacts to what is pending")
        .isEqualTo(404);
    assertThat(kit.admin.delete(comments + "/" + id + "?version=0").status())
        .as("reactions go with it")
        .isEqualTo(204);
  }

  @Test
  void aLikeOfOlderClientsIsAThumbThatIsUp() {
    TestingRest reader = kit.as(kit.user("reader", Permission.REPO_READ));
    long id = say(kit.admin, "{'text':'Well.'}").json().at("/id").asLong();
    String comment = "/rest/comment-likes/1.0/" + kit.of(1) + "/comments/" + id;
    assertThat(reader.post(comment + "/likes", "").status()).isEqualTo(204);
    assertThat(reader.post(comment + "/likes", "").status()).isEqualTo(204);
    kit.admin.put(comment + "/reactions/thumbsup", "{}");
    kit.admin.put(comment + "/reactions/heart", "{}");
    assertThat(kit.admin.get(comment + "/likes").json().at("/values")).hasSize(2);
    assertThat(kit.admin.get(comments + "/" + id).json().at("/properties/reactions")).hasSize(2);
    assertThat(reader.delete(comment + "/likes").status()).isEqualTo(204);
    assertThat(kit.admin.get(comment + "/likes").json().at("/values")).hasSize(1);
    assertThat(kit.admin.get(comment + "/likes").at("/values/0/name")).isEqualTo("admin");
    String none = comment.replace("/" + id, "/999999999") + "/likes";
    assertThat(kit.admin.get(none).status()).isEqualTo(404);
    assertThat(kit.admin.post(none, "").status()).isEqualTo(404);
  }

  @Test
  void aReviewThatIsFinishedManyTimesAtOnceIsPublishedOnce() throws InterruptedException {
    TestingRest reviewer = kit.as(kit.user("hasty", Permission.REPO_READ));
    for (int i = 0; i < 5; i++) {
      say(reviewer, "{'text':'Word %d.','state':'PENDING'}".formatted(i));
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.invokeAll(
          Collections.nCopies(
              4,
              () ->
                  reviewer
                      .put(kit.of(1) + "/review", "{'participantStatus':'APPROVED'}")
                      .status()));
    }
    assertThat(kit.get(1).at("/properties/commentCount")).isEqualTo("5");
    assertThat(kit.admin.get(kit.of(1) + "/activities").json().at("/values")).hasSize(7);
  }

  /** A comment on the last line, and on those from one on. */
  private static String several(String start) {
    return "{'text':'x','anchor':{'path':'README.md','line':4,'multilineMarker':{'startLine':%s}}}"
        .formatted(start);
  }

  @Test
  void aSuggestionForSeveralLinesReplacesThemAll() {
    Response said =
        say(
            kit.admin,
            "{'text':'```suggestion\\nall\\n```','anchor':{'path':'README.md','line':4,'multilineMarker':{'startLine':2}}}");
    String apply = comments + "/" + said.json().at("/id").asLong() + "/apply-suggestion";
    Response applied = kit.admin.post(apply, "{'suggestionIndex':0}");
    assertThat(applied.status()).as(applied.response().body()).isEqualTo(204);
    assertThat(kit.bare(kit.repository).git("show", "topic:README.md")).isEqualTo("zero\nall");
  }

  @Test
  void aSuggestionInAReplyIsAppliedWhereTheThreadStands() {
    Response said = say(kit.admin, "{'text':'?','anchor':{'path':'README.md','line':4}}");
    String first = said.at("/id");
    Response reply =
        say(
            kit.admin,
            "{'text':'```suggestion\\nthird\\n```','parent':{'id':%s}}".formatted(first));
    String apply = comments + "/" + reply.at("/id") + "/apply-suggestion";
    assertThat(kit.admin.post(apply, "{}").status()).isEqualTo(204);
    assertThat(kit.bare(kit.repository).git("show", "topic:README.md"))
        .isEqualTo("zero\none\nTWO\nthird");
    assertThat(kit.admin.get(comments + "/" + first).at("/threadResolved")).isEqualTo("true");
  }

  @Test
  void tasksBlockAMergeUntilTheyAreResolved() {
    String tasks = kit.of(1) + "/blocker-comments";
    kit.admin.post(kit.path + "/settings/pull-requests", "{'requiredAllTasksComplete':true}");
    Response task = kit.admin.post(tasks, "{'text':'Do it.'}");
    assertThat(task.at("/severity")).as(task.response().body()).isEqualTo("BLOCKER");
    assertThat(kit.admin.get(tasks + "?count=true").at("/open")).isEqualTo("1");
    assertThat(kit.admin.get(kit.of(1) + "/merge").at("/vetoes/0/detailedMessage"))
        .contains("not resolved: 1");
    Response done =
        kit.admin.put(
            tasks + "/" + task.json().at("/id").asLong(), "{'version':0,'state':'RESOLVED'}");
    assertThat(done.at("/state")).isEqualTo("RESOLVED");
    assertThat(kit.admin.get(tasks + "?state=OPEN").json().at("/values")).isEmpty();
    assertThat(kit.admin.get(tasks).json().at("/values")).hasSize(1);
    assertThat(kit.admin.get(kit.of(1) + "/merge").json().at("/vetoes")).isEmpty();
    assertThat(kit.get(1).at("/properties/resolvedTaskCount")).isEqualTo("1");
  }

  @Test
  void showsManyActivitiesInFifteenStatements() {
    for (int i = 0; i < 20; i++) {
      say(kit.admin, "{'text':'Word %d','anchor':%s}".formatted(i, anchor(3, "ADDED", "TO")));
    }
    String path = kit.of(1) + "/activities?limit=200";
    kit.admin.get(path);
    try (Statements statements = Statements.ofThreads("tomcat-handler")) {
      assertThat(kit.admin.get(path).json().at("/values")).hasSize(21);
      assertThat(kit.get(1).status()).isEqualTo(200);
      assertThat(statements.counted()).isLessThanOrEqualTo(15);
    }
  }
}
