package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingRest.Response;
import tools.jackson.databind.JsonNode;

/** Answers about pull requests that programs written for Bitbucket read field by field. */
class PullRequestAnswersTest {

  @TempDir Path temporary;

  private PullRequestKit kit;

  @BeforeEach
  void makeRepository() {
    kit = new PullRequestKit(temporary);
  }

  @Test
  void aMergeThatIsPushedNamesItsCommit() {
    String merged = kit.branch("merged", "merged.txt", "x\n");
    String forwarded = kit.branch("forwarded", "forwarded.txt", "x\n");
    kit.opened("merged");
    kit.opened("forwarded");
    kit.work.git("merge", "--quiet", "--no-ff", "-m", "Merge it by hand", merged);
    String merge = kit.work.git("rev-parse", "HEAD");
    kit.work.commit("later.txt", "later\n");
    kit.push("main");
    kit.awaitField(1, "/state", "MERGED");
    assertThat(kit.get(1).at("/properties/mergeCommit/id")).isEqualTo(merge);
    assertThat(kit.get(1).at("/properties/mergeCommit/displayId"))
        .isEqualTo(merge.substring(0, 11));

    kit.work.git("merge", "--quiet", "-m", "Take it up", forwarded);
    String tip = kit.work.commit("more.txt", "more\n");
    kit.push("forwarded");
    kit.awaitField(2, "/fromRef/latestCommit", tip);
    kit.push("main");
    kit.awaitField(2, "/state", "MERGED");
    assertThat(kit.get(2).at("/properties/mergeCommit/id")).isEqualTo(tip);
  }

  @ParameterizedTest
  @CsvSource({"Merge topic,", "Merge topic,So", "Better,", "Better,So"})
  void anEditCountsUpByOneWhateverItChanges(String title, String description) {
    kit.branch("topic", "a.txt", "a\n");
    kit.opened("topic");
    User one = kit.user("one", Permission.REPO_READ);
    User other = kit.user("other", Permission.REPO_READ);
    String text = description == null ? "null" : "'" + description + "'";
    int version = 0;
    for (List<User> reviewers : List.of(List.of(one), List.of(one, other), List.of(other))) {
      String names =
          String.join(
              ",", reviewers.stream().map(it -> "{'user':{'name':'" + it.name() + "'}}").toList());
      Response edited =
          kit.admin.put(
              kit.of(1),
              "{'version':%d,'title':'%s','description':%s,'reviewers':[%s]}"
                  .formatted(version, title, text, names));
      assertThat(edited.status()).as(edited.response().body()).isEqualTo(200);
      assertThat(edited.json().at("/reviewers")).hasSize(reviewers.size());
      version++;
      assertThat(edited.json().at("/version").asInt()).isEqualTo(version);
      assertThat(kit.version(1)).isEqualTo(version);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ADDED,TO,30,CONTEXT,TO,30",
    "ADDED,,30,CONTEXT,TO,30",
    "REMOVED,,30,CONTEXT,FROM,30",
    "CONTEXT,,1,ADDED,TO,1",
    "REMOVED,FROM,1,REMOVED,FROM,1",
    "ADDED,TO,1,ADDED,TO,1"
  })
  void aCommentIsTakenForTheKindOfLineThatItStandsAt(
      String type, String side, int line, String kept, String keptSide, int keptLine) {
    kit.work.commit("long.txt", "old\n" + "line\n".repeat(60));
    kit.push("main");
    kit.branch("topic", "long.txt", "new\n" + "line\n".repeat(60));
    kit.opened("topic");
    String given = side == null ? "" : ",'fileType':'" + side + "'";
    Response made =
        kit.admin.post(
            kit.of(1) + "/comments",
            "{'text':'x','anchor':{'path':'long.txt','line':%d,'lineType':'%s'%s}}"
                .formatted(line, type, given));
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    JsonNode anchor = made.json().at("/anchor");
    assertThat(anchor.at("/lineType").asString()).isEqualTo(kept);
    assertThat(anchor.at("/fileType").asString()).isEqualTo(keptSide);
    assertThat(anchor.at("/line").asInt()).isEqualTo(keptLine);
  }

  @Test
  void commentsOfAFileAreFoundByThePathThatItHasNow() {
    String old = "one\ntwo\nthree\nfour\nfive\n";
    kit.work.commit("old.txt", old);
    kit.push("main");
    kit.work.git("checkout", "--quiet", "-b", "topic");
    kit.work.commit("old.txt", old + "six\n");
    kit.push("topic");
    kit.opened("topic");
    kit.admin.post(
        kit.of(1) + "/comments",
        "{'text':'x','anchor':{'path':'old.txt','line':6,'lineType':'ADDED','fileType':'TO'}}");
    kit.admin.post(kit.of(1) + "/comments", "{'text':'y','anchor':{'path':'old.txt'}}");
    assertThat(texts("old.txt")).containsExactly("x", "y");

    kit.work.git("mv", "old.txt", "new.txt");
    String tip = kit.work.commitAll("Rename it");
    kit.push("topic");
    kit.awaitField(1, "/fromRef/latestCommit", tip);

    assertThat(texts("new.txt")).containsExactly("x", "y");
    assertThat(texts("README.md")).isEmpty();
  }

  @Test
  void aCommentIsEditedWhenItsTextIs() {
    kit.branch("topic", "a.txt", "a\n");
    kit.opened("topic");
    Response made = kit.admin.post(kit.of(1) + "/comments", "{'text':'x','severity':'BLOCKER'}");
    String comment = kit.of(1) + "/comments/" + made.at("/id");
    int version = 0;
    for (String change :
        List.of(
            "'state':'RESOLVED'",
            "'state':'OPEN'",
            "'threadResolved':true",
            "'threadResolved':false",
            "'severity':'NORMAL'")) {
      Response changed = kit.admin.put(comment, "{'version':%d,%s}".formatted(version++, change));
      assertThat(changed.status()).as(changed.response().body()).isEqualTo(200);
      assertThat(changed.at("/updatedDate")).as(change).isEqualTo(made.at("/createdDate"));
    }
    Response edited = kit.admin.put(comment, "{'version':%d,'text':'y'}".formatted(version));
    assertThat(edited.json().at("/updatedDate").asLong())
        .isGreaterThan(made.json().at("/createdDate").asLong());
  }

  private List<String> texts(String path) {
    Response found = kit.admin.get(kit.of(1) + "/comments?path=" + path);
    assertThat(found.status()).as(found.response().body()).isEqualTo(200);
    return found.json().at("/values").valueStream().map(it -> it.at("/text").asString()).toList();
  }

  @Test
  void aSourceThatIsDeletedHasAStandIn() {
    Response forked = kit.admin.post(kit.path, "{'name':'gone','project':{'key':'~admin'}}");
    assertThat(forked.status()).as(forked.response().body()).isEqualTo(201);
    String fork = "projects/~admin/repos/" + forked.at("/slug");
    kit.work.git("checkout", "--quiet", "-b", "topic");
    kit.work.commit("a.txt", "a\n");
    GitFixture.Result pushed =
        kit.work.run(
            "push",
            kit.server.cloneUrl(kit.repository).replaceFirst("[^/]+/[^/]+$", "")
                + "~admin/%s.git".formatted(forked.at("/slug")),
            "HEAD:refs/heads/topic");
    assertThat(pushed.exitCode()).as(pushed.errors()).isZero();
    Response opened =
        kit.admin.post(
            kit.path + "/pull-requests",
            "{'title':'x','toRef':{'id':'refs/heads/main'},'fromRef':{'id':'refs/heads/topic','repository':{'id':%s}}}"
                .formatted(forked.at("/id")));
    assertThat(opened.status()).as(opened.response().body()).isEqualTo(201);
    Set<String> fields = fields(opened.json().at("/fromRef/repository"));
    Set<String> project = fields(opened.json().at("/toRef/repository/project"));
    fields.removeAll(Set.of("origin", "defaultBranch"));

    assertThat(kit.admin.delete(fork).status()).isEqualTo(202);
    assertStandIn(fields, project);
    String trashed = "/rest/packhouse/latest/admin/trash/" + forked.at("/id");
    assertThat(kit.admin.delete(trashed).status()).isBetween(200, 204);
    assertStandIn(fields, project);
  }

  private void assertStandIn(Set<String> fields, Set<String> project) {
    JsonNode shown = kit.get(1).json().at("/fromRef/repository");
    assertThat(fields(shown)).as(shown.toString()).containsAll(fields);
    assertThat(fields(shown.at("/project"))).as(shown.toString()).containsAll(project);
    assertThat(shown.at("/statusMessage").asString()).isEqualTo("Unavailable");
    assertThat(shown.at("/links/clone").isArray()).isTrue();
    Response there =
        kit.admin.get(
            "projects/%s/repos/%s"
                .formatted(shown.at("/project/key").asString(), shown.at("/slug").asString()));
    assertThat(there.status()).isEqualTo(404);
  }

  private static Set<String> fields(JsonNode node) {
    return new TreeSet<>(node.propertyNames());
  }
}
