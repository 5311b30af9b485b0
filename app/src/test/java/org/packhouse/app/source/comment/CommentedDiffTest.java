package org.packhouse.app.source.comment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import tools.jackson.databind.JsonNode;

class CommentedDiffTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String path =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();

  @TempDir Path directory;
  private String first;
  private String commit;

  @BeforeEach
  void push() {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    String lines = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n";
    first = git.write("gone.txt", "g\n").write("src/old.txt", lines).commit("src/a.txt", lines);
    git.git("rm", "-q", "gone.txt");
    git.git("mv", "src/old.txt", "src/new.txt");
    git.write("src/new.txt", lines.replace("10\n", "ten\n"));
    commit = git.commit("src/a.txt", lines.replace("\n3\n", "\nthree\nand\n"));
    git.git("push", "-q", server.cloneUrl(repository), "main");
  }

  private long say(String anchor, String since) {
    Response said =
        admin.post(
            path + "/commits/" + commit + "/comments" + since,
            "{'text':'x','anchor':%s}".formatted(anchor));
    assertThat(said.status()).as(said.response().body()).isEqualTo(201);
    return said.json().at("/id").asLong();
  }

  private long say(String anchor) {
    return say(anchor, "");
  }

  private JsonNode diff(String file, String query) {
    Response response = admin.get(path + "/commits/" + commit + "/diff/" + file + query);
    assertThat(response.status()).as(response.response().body()).isEqualTo(200);
    return response.json();
  }

  /** Type, numbers and comments of the lines that have any. */
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

  @Test
  void showsCommentsAtTheirLines() {
    long added = say("{'path':'src/a.txt','line':4,'lineType':'ADDED','fileType':'TO'}");
    long removed = say("{'path':'src/a.txt','line':3,'lineType':'REMOVED','fileType':'FROM'}");
    long context = say("{'path':'src/a.txt','line':5,'lineType':'CONTEXT','fileType':'TO'}");
    long before = say("{'path':'src/a.txt','line':2,'lineType':'CONTEXT','fileType':'FROM'}");
    long beyond = say("{'path':'src/a.txt','line':20,'lineType':'CONTEXT','fileType':'TO'}");
    admin.post(
        path + "/commits/" + commit + "/comments",
        "{'text':'and','parent':{'id':%d}}".formatted(added));
    JsonNode file = diff("src/a.txt", "").at("/diffs/0");
    assertThat(commented(file))
        .containsExactly(
            "CONTEXT 2 [" + before + "]",
            "REMOVED 3 [" + removed + "]",
            "ADDED and [" + added + "]",
            "CONTEXT 4 [" + context + "]");
    assertThat(file.at("/lineComments").valueStream().map(comment -> comment.path("id").asLong()))
        .containsExactly(added, removed, context, before, beyond);
    assertThat(file.at("/lineComments/0/comments/0/text").asString()).isEqualTo("and");
    assertThat(file.at("/lineComments/0/author/slug").asString()).isEqualTo("admin");
    assertThat(file.has("fileComments")).isFalse();
  }

  @Test
  void showsCommentsOnWholeFilesOnThoseThatAreGoneAndOnThoseThatMoved() {
    long whole = say("{'path':'src/a.txt'}");
    long gone = say("{'path':'gone.txt','line':1,'lineType':'REMOVED','fileType':'FROM'}");
    long moved =
        say(
            "{'path':'src/new.txt','srcPath':'src/old.txt','line':10,'lineType':'REMOVED',"
                + "'fileType':'FROM'}");
    JsonNode diffs = diff("", "").at("/diffs");
    assertThat(diffs).hasSize(3);
    assertThat(commented(diffs.get(0))).containsExactly("REMOVED g [" + gone + "]");
    assertThat(diffs.get(1).at("/fileComments/0/id").asLong()).isEqualTo(whole);
    assertThat(diffs.get(1).has("lineComments")).isFalse();
    assertThat(commented(diffs.get(2))).containsExactly("REMOVED 10 [" + moved + "]");
    assertThat(diff("src", "").at("/diffs/0/fileComments/0/id").asLong()).isEqualTo(whole);
    assertThat(diff("src", "").toString()).doesNotContain("gone.txt");
  }

  @Test
  void leavesOutWhatIsSaidOfAnotherDiffOrNotAskedFor() {
    String[] anchors = {"{'path':'src/a.txt','line':4,'lineType':'ADDED'}"};
    long range = say(anchors[0], "?since=" + commit);
    assertThat(diff("src/a.txt", "").toString()).doesNotContain("lineComments");
    long own = say(anchors[0]);
    assertThat(commented(diff("src/a.txt", "").at("/diffs/0")))
        .containsExactly("ADDED and [" + own + "]");
    assertThat(diff("src/a.txt", "?withComments=false").toString())
        .doesNotContain("lineComments", "commentIds");
    assertThat(
            diff("src/a.txt", "?since=" + first)
                .at("/diffs/0/lineComments")
                .valueStream()
                .map(comment -> comment.path("id").asLong()))
        .contains(own)
        .doesNotContain(range);
    assertThat(
            admin.get(path + "/commits/" + commit + "/diff/src/a.txt?withComments=maybe").status())
        .isEqualTo(400);
  }

  @Test
  void countsTheCommentsOnEachChangedPath() {
    long one = say("{'path':'src/a.txt','line':4,'lineType':'ADDED'}");
    say("{'path':'src/a.txt'}");
    admin.post(
        path + "/commits/" + commit + "/comments",
        "{'text':'and','parent':{'id':%d}}".formatted(one));
    admin.post(path + "/commits/" + commit + "/comments", "{'text':'of no file'}");
    String changes = path + "/commits/" + commit + "/changes";
    Response with = admin.get(changes);
    assertThat(with.at("/values/1/path/toString")).isEqualTo("src/a.txt");
    assertThat(with.json().at("/values/1/properties/activeComments").asInt()).isEqualTo(3);
    assertThat(with.at("/values/1/properties/gitChangeType")).isEqualTo("MODIFY");
    assertThat(with.json().at("/values/0/properties").has("activeComments")).isFalse();
    assertThat(admin.get(changes + "?withComments=false").response().body())
        .doesNotContain("activeComments");
    assertThat(admin.get(changes + "?withComments=7").status()).isEqualTo(400);
  }
}
