package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingRest.Response;

class DefaultTaskRestTest {

  private static final String ANY = "{'id':'ANY_REF_MATCHER_ID','type':{'id':'ANY_REF'}}";

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private String ofProject;
  private String ofRepository;

  @BeforeEach
  void makeARepository() {
    kit = new PullRequestKit(temporary);
    String project = "projects/" + kit.repository.project().key();
    ofProject = "/rest/default-tasks/latest/" + project + "/tasks";
    ofRepository = "/rest/default-tasks/latest/" + kit.path + "/tasks";
  }

  private static String task(String text, String target) {
    return "{'description':'%s','sourceMatcher':%s,'targetMatcher':%s}"
        .formatted(text, ANY, target);
  }

  private static String pattern(String pattern) {
    return "{'id':'%s','type':{'id':'PATTERN'}}".formatted(pattern);
  }

  @Test
  void whatIsOpenedGetsTheTasksOfItsBranches() {
    kit.admin.post(ofRepository, task("Tell the **users**", ANY));
    kit.admin.post(ofRepository, task("Of a release", pattern("release/*")));
    kit.admin.post(ofProject, task("Read the rules", pattern("main")));
    User author = kit.user("author", Permission.REPO_WRITE);
    kit.branch("topic", "topic", "1");
    Response opened = kit.open(kit.as(author), "topic");
    assertThat(opened.status()).as(opened.response().body()).isEqualTo(201);
    Response tasks = kit.admin.get(kit.of(1) + "/blocker-comments");
    assertThat(tasks.json().at("/values")).hasSize(2);
    assertThat(tasks.json().at("/values").toString())
        .contains("Tell the **users**", "Read the rules")
        .doesNotContain("Of a release");
    assertThat(tasks.at("/values/0/author/name")).isEqualTo(author.name());
    assertThat(kit.get(1).at("/properties/openTaskCount")).isEqualTo("2");
    Response activities = kit.admin.get(kit.of(1) + "/activities");
    assertThat(activities.json().at("/values")).hasSize(3);
    assertThat(activities.at("/values/2/action")).isEqualTo("OPENED");
    kit.admin.post(kit.path + "/settings/pull-requests", "{'requiredAllTasksComplete':true}");
    assertThat(kit.admin.post(kit.of(1) + "/merge?version=0", "{}").status()).isEqualTo(409);
  }

  @Test
  void areListedChangedAndDeletedWhereTheyAreSet() {
    String id = kit.admin.post(ofRepository, task("One", ANY)).at("/id");
    String other = kit.admin.post(ofProject, task("Two", ANY)).at("/id");
    assertThat(kit.admin.get(ofRepository).json().at("/values")).hasSize(2);
    assertThat(kit.admin.get(ofRepository).at("/values/0/scope/type")).isEqualTo("REPOSITORY");
    assertThat(kit.admin.get(ofProject).json().at("/values")).hasSize(1);
    Response changed =
        kit.admin.put(ofRepository + "/" + id, task("Another", pattern("release/*")));
    assertThat(changed.at("/description")).as(changed.response().body()).isEqualTo("Another");
    assertThat(changed.at("/targetMatcher/id")).isEqualTo("release/*");
    assertThat(kit.admin.delete(ofRepository + "/" + other).status())
        .as("it is the project's")
        .isEqualTo(404);
    assertThat(kit.admin.delete(ofProject + "/" + other).status()).isEqualTo(204);
    assertThat(kit.admin.delete(ofRepository).status()).isEqualTo(204);
    assertThat(kit.admin.get(ofRepository).json().at("/values")).isEmpty();
    kit.branch("topic", "topic", "1");
    kit.opened("topic");
    assertThat(kit.admin.get(kit.of(1) + "/blocker-comments").json().at("/values")).isEmpty();
  }

  @Test
  void refusesWhatIsNoTask() {
    for (String wrong :
        new String[] {
          "{}",
          task(" ", ANY),
          task("x".repeat(32_769), ANY),
          "{'description':'x','sourceMatcher':%s}".formatted(ANY),
          task("x", "{'id':'a..b','type':{'id':'BRANCH'}}")
        }) {
      Response refused = kit.admin.post(ofRepository, wrong);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.message()).isNotEmpty();
    }
    for (int i = 0; i < 100; i++) {
      assertThat(kit.admin.post(ofRepository, task("x", ANY)).status()).isEqualTo(200);
    }
    assertThat(kit.admin.post(ofRepository, task("x", ANY)).status()).isEqualTo(409);
    User writer = kit.user("writer", Permission.REPO_WRITE);
    assertThat(kit.as(writer).get(ofRepository).status()).isEqualTo(200);
    assertThat(kit.as(writer).post(ofRepository, task("x", ANY)).status()).isEqualTo(401);
  }
}
