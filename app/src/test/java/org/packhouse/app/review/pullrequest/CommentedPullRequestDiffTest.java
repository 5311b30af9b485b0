package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.testing.Statements;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import tools.jackson.databind.JsonNode;

/** The diff of a pull request and the list of what it changes tell what is said of them. */
class CommentedPullRequestDiffTest {

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private String first;
  private String latest;

  @BeforeEach
  void openOne() {
    kit = new PullRequestKit(temporary);
    first = kit.work.git("rev-parse", "HEAD");
    kit.work.commit("README.md", "zero\none\nTWO\nthree\n");
    latest = kit.work.commit("src/new.txt", "1\n");
    kit.push("topic");
    kit.opened("topic");
  }

  private long say(TestingRest by, String fields) {
    Response said = by.post(kit.of(1) + "/comments", "{'text':'x'%s}".formatted(fields));
    assertThat(said.status()).as(said.response().body()).isEqualTo(201);
    return said.json().at("/id").asLong();
  }

  private long sayAt(int line, String lineType, String fileType) {
    return say(kit.admin, anchor(line, lineType, fileType));
  }

  private static String anchor(int line, String lineType, String fileType) {
    return ",'anchor':{'path':'README.md','line':%d,'lineType':'%s','fileType':'%s'}"
        .formatted(line, lineType, fileType);
  }

  private JsonNode read(TestingRest by, String what) {
    Response response = by.get(kit.of(1) + what);
    assertThat(response.status()).as(response.response().body()).isEqualTo(200);
    return response.json();
  }

  private JsonNode read(String what) {
    return read(kit.admin, what);
  }

  /** Type, text and comments of the lines that have any. */
  private static List<String> commented(JsonNode file) {
    List<String> found = new ArrayList<>();
    for (JsonNode hunk : file.path("hunks")) {
      for (JsonNode segment : hunk.path("segments")) {
        for (JsonNode line : segment.path("lines")) {
          if (line.has("commentIds")) {
            found.add(
                "%s %s %s"
                    .formatted(
                        segment.path("type").asString(),
                        line.path("line").asString(),
                        line.path("commentIds")));
          }
        }
      }
    }
    return found;
  }

  private static List<Long> ids(JsonNode comments) {
    return comments.valueStream().map(comment -> comment.path("id").asLong()).toList();
  }

  @Test
  void showsCommentsAtTheirLinesAndFiles() {
    long added = sayAt(3, "ADDED", "TO");
    long removed = sayAt(2, "REMOVED", "FROM");
    long context = sayAt(4, "CONTEXT", "TO");
    long whole = say(kit.admin, ",'anchor':{'path':'src/new.txt'}");
    long reply = say(kit.admin, ",'parent':{'id':%d}".formatted(added));
    long general = say(kit.admin, "");
    JsonNode diffs = read("/diff").at("/diffs");
    assertThat(diffs).hasSize(2);
    assertThat(commented(diffs.get(0)))
        .containsExactly(
            "REMOVED two [" + removed + "]",
            "ADDED TWO [" + added + "]",
            "CONTEXT three [" + context + "]");
    assertThat(ids(diffs.get(0).at("/lineComments"))).containsExactly(added, removed, context);
    JsonNode thread = diffs.get(0).at("/lineComments/0");
    assertThat(thread.at("/comments/0/id").asLong()).isEqualTo(reply);
    assertThat(thread.at("/author/slug").asString()).isEqualTo("admin");
    assertThat(thread)
        .as("the same as where it is read alone")
        .isEqualTo(read("/comments/" + added));
    assertThat(diffs.get(0).has("fileComments")).isFalse();
    assertThat(ids(diffs.get(1).at("/fileComments"))).containsExactly(whole);
    assertThat(diffs.get(1).has("lineComments")).isFalse();
    assertThat(diffs.toString()).doesNotContain("\"id\":" + general + ",");
    assertThat(commented(read("/diff/README.md?withComments=true").at("/diffs/0"))).hasSize(3);
    assertThat(ids(read("/diff/src").at("/diffs/0/fileComments"))).containsExactly(whole);
  }

  @Test
  void leavesOutWhatIsNotAskedFor() {
    sayAt(3, "ADDED", "TO");
    assertThat(read("/diff?withComments=false").toString())
        .contains("TWO")
        .doesNotContain("lineComments", "commentIds");
    assertThat(read("/changes?withComments=false").toString())
        .contains("README.md")
        .doesNotContain("activeComments");
    assertThat(kit.admin.get(kit.of(1) + "/diff?withComments=maybe").status()).isEqualTo(400);
    assertThat(kit.admin.get(kit.of(1) + "/changes?withComments=7").status()).isEqualTo(400);
  }

  @Test
  void followsLinesThatMoveAndLeavesOutThoseThatAreGone() {
    sayAt(3, "ADDED", "TO");
    long kept = sayAt(1, "ADDED", "TO");
    String later = kit.work.commit("README.md", "minus\nzero\none\nthree\n");
    kit.push("topic");
    kit.awaitField(1, "/fromRef/latestCommit", later);
    JsonNode file = read("/diff/README.md").at("/diffs/0");
    assertThat(commented(file)).containsExactly("ADDED zero [" + kept + "]");
    assertThat(ids(file.at("/lineComments"))).containsExactly(kept);
    assertThat(file.at("/lineComments/0/anchor/line").asInt()).isEqualTo(2);
    assertThat(file.has("fileComments")).as("a line that is gone is no file").isFalse();
    assertThat(read("/changes").at("/values/0/properties/activeComments").asInt()).isEqualTo(1);
    JsonNode then = read("/diff/README.md?sinceId=" + first + "&untilId=" + latest);
    assertThat(commented(then.at("/diffs/0"))).as("both were said of that diff").hasSize(2);
    JsonNode other = read("/diff/README.md?sinceId=" + latest);
    assertThat(commented(other.at("/diffs/0")))
        .as("it has the same side after")
        .containsExactly("CONTEXT zero [" + kept + "]");
  }

  @Test
  void showsWhatIsPendingToItsAuthorAlone() {
    TestingRest reviewer = kit.as(kit.user("reviewer", Permission.REPO_READ));
    long id = say(reviewer, ",'state':'PENDING'" + anchor(3, "ADDED", "TO"));
    assertThat(read("/diff").toString()).doesNotContain("lineComments", "commentIds");
    assertThat(read("/changes").toString()).doesNotContain("activeComments");
    JsonNode own = read(reviewer, "/diff").at("/diffs/0");
    assertThat(commented(own)).containsExactly("ADDED TWO [" + id + "]");
    assertThat(own.at("/lineComments/0/state").asString()).isEqualTo("PENDING");
  }

  @Test
  void countsTheCommentsOnEachChangedPath() {
    long one = sayAt(3, "ADDED", "TO");
    say(kit.admin, ",'parent':{'id':%d}".formatted(one));
    say(kit.admin, ",'anchor':{'path':'README.md'}");
    say(kit.admin, "");
    JsonNode values = read("/changes").at("/values");
    assertThat(values.at("/0/path/toString").asString()).isEqualTo("README.md");
    assertThat(values.at("/0/properties/activeComments").asInt()).isEqualTo(3);
    assertThat(values.at("/0/properties/gitChangeType").asString()).isEqualTo("MODIFY");
    assertThat(values.at("/1/properties").has("activeComments")).isFalse();
  }

  @Test
  void readsManyCommentsInAsManyStatementsAsFew() {
    String[] reads = {"/diff", "/changes"};
    say(kit.admin, ",'parent':{'id':%d}".formatted(sayAt(3, "ADDED", "TO")));
    long[] few = {cost(reads[0]), cost(reads[1])};
    for (int i = 0; i < 5; i++) {
      say(kit.admin, ",'parent':{'id':%d}".formatted(sayAt(1, "ADDED", "TO")));
    }
    for (int i = 0; i < reads.length; i++) {
      assertThat(cost(reads[i])).as(reads[i]).isLessThanOrEqualTo(few[i]);
      assertThat(cost(reads[i] + "?withComments=false")).as(reads[i]).isLessThan(few[i]);
    }
  }

  private long cost(String what) {
    read(what);
    return Statements.ofRequest(() -> read(what));
  }
}
