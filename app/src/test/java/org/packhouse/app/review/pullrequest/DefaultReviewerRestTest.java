package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest.Response;
import org.springframework.jdbc.core.simple.JdbcClient;

class DefaultReviewerRestTest {

  private static final String ANY = "{'id':'ANY_REF_MATCHER_ID','type':{'id':'ANY_REF'}}";

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private User reader;
  private User other;
  private String root;

  @BeforeEach
  void makeARepository() {
    kit = new PullRequestKit(temporary);
    reader = kit.user("reader", Permission.REPO_READ);
    other = kit.user("other", Permission.REPO_READ);
    root = "/rest/default-reviewers/1.0/" + kit.path;
  }

  private Response add(String path, String reviewers, int approvals, String source, String target) {
    return kit.admin.post(
        path + "/condition",
        "{'reviewers':[%s],'requiredApprovals':%d,'sourceMatcher':%s,'targetMatcher':%s}"
            .formatted(reviewers, approvals, source, target));
  }

  private static String matcher(String type, String id) {
    return "{'id':'%s','type':{'id':'%s'}}".formatted(id, type);
  }

  private Response reviewers(String from, String to) {
    return kit.admin.get(
        root
            + "/reviewers?sourceRepoId=%1$d&targetRepoId=%1$d&sourceRefId=refs/heads/%2$s&targetRefId=refs/heads/%3$s"
                .formatted(kit.repository.id(), from, to));
  }

  @Test
  void thoseWhoReviewByDefaultAreToldByBranches() {
    User outsider =
        TestingPeople.of(kit.server)
            .createUser(TestingPeople.uniqueName("outsider"), PullRequestKit.PASSWORD);
    String project = root.substring(0, root.indexOf("/repos/"));
    Response added =
        add(
            project,
            "{'id':%d},{'name':'%s'}".formatted(reader.id(), outsider.name()),
            1,
            matcher("MODEL_CATEGORY", "FEATURE"),
            ANY);
    assertThat(added.status()).as(added.response().body()).isEqualTo(200);
    assertThat(added.at("/scope/type")).isEqualTo("PROJECT");
    assertThat(added.at("/sourceRefMatcher/displayId")).isEqualTo("Feature");
    add(root, "{'name':'%s'}".formatted(other.name()), 0, ANY, matcher("BRANCH", "main"));
    assertThat(kit.admin.get(root + "/conditions").json()).hasSize(2);
    assertThat(kit.admin.get(project + "/conditions").json()).hasSize(1);
    Response both = reviewers("feature/one", "main");
    assertThat(both.json()).hasSize(2);
    assertThat(both.at("/0/name")).isEqualTo(other.name());
    assertThat(both.at("/1/name")).as("one who may not read is left out").isEqualTo(reader.name());
    assertThat(reviewers("one", "release").json()).isEmpty();
    String condition = project + "/condition/" + added.at("/id");
    assertThat(kit.admin.get(condition).at("/reviewers/0/name")).isEqualTo(reader.name());
    assertThat(kit.admin.delete(condition).status()).isEqualTo(204);
    assertThat(kit.admin.delete(condition).status()).isEqualTo(404);
    assertThat(reviewers("feature/one", "main").json()).hasSize(1);
  }

  @Test
  void aMergeWaitsForTheApprovalsOfDefaultReviewers() {
    kit.branch("topic", "TOPIC.md", "topic");
    long number = kit.opened("topic");
    String id = add(root, "{'name':'%s'}".formatted(reader.name()), 1, ANY, ANY).at("/id");
    Response blocked = kit.admin.get(kit.of(number) + "/merge");
    assertThat(blocked.at("/canMerge")).isEqualTo("false");
    assertThat(blocked.at("/vetoes/0/detailedMessage")).contains("0 of the 1 approvals", "reader");
    kit.as(other).post(kit.of(number) + "/approve", "{}");
    assertThat(kit.admin.get(kit.of(number) + "/merge").at("/canMerge")).isEqualTo("false");
    kit.as(reader).post(kit.of(number) + "/approve", "{}");
    assertThat(kit.admin.get(kit.of(number) + "/merge").at("/canMerge")).isEqualTo("true");
    String me = "{'name':'admin'}";
    Response changed =
        kit.admin.put(
            root + "/condition/" + id,
            "{'reviewers':[%s],'requiredApprovals':1,'sourceMatcher':%s,'targetMatcher':%2$s}"
                .formatted(me, ANY));
    assertThat(changed.status()).as(changed.response().body()).isEqualTo(200);
    assertThat(kit.admin.get(kit.of(number) + "/merge").at("/canMerge"))
        .as("nobody waits for the author")
        .isEqualTo("true");
  }

  @Test
  void whatChangesNothingLeavesNoTrace() {
    String one = "{'name':'%s'}".formatted(reader.name());
    String condition = root + "/condition/" + add(root, one, 0, ANY, ANY).at("/id");
    String same =
        "{'reviewers':[%s],'requiredApprovals':0,'sourceMatcher':%s,'targetMatcher':%2$s}"
            .formatted(one, ANY);
    assertThat(traces()).isEqualTo(1);
    assertThat(kit.admin.put(condition, same).status()).isEqualTo(200);
    assertThat(kit.admin.put(root + "/condition/9999999", same).status()).isEqualTo(404);
    assertThat(kit.admin.delete(root + "/condition/9999999").status()).isEqualTo(404);
    assertThat(traces()).isEqualTo(1);
    kit.admin.put(condition, same.replace("Approvals':0", "Approvals':1"));
    assertThat(traces()).isEqualTo(2);
    kit.admin.delete(condition);
    assertThat(traces()).isEqualTo(3);
  }

  private long traces() {
    return kit.server
        .get(JdbcClient.class)
        .sql("select count(*) from audit_event where action = ? and subject = ?")
        .params("pull-request.default-reviewers-changed", kit.repository.path())
        .query(Long.class)
        .single();
  }

  @Test
  void refusesConditionsThatNobodyCouldMeet() {
    String one = "{'name':'%s'}".formatted(reader.name());
    assertThat(add(root, one, 2, ANY, ANY).message()).contains("0 to 1");
    assertThat(add(root, "", 0, ANY, ANY).status()).isEqualTo(400);
    assertThat(add(root, "{'name':'nobody-at-all'}", 0, ANY, ANY).message())
        .contains("nobody-at-all");
    assertThat(add(root, one, 0, matcher("TAG", "v1"), ANY).status()).isEqualTo(400);
    assertThat(add(root, one, 0, ANY, "null").status()).isEqualTo(400);
    assertThat(kit.as(reader).post(root + "/condition", "{}").status()).isEqualTo(401);
  }

  @Test
  void groupsOfReviewersHaveNames() {
    String own = kit.path + "/settings/reviewer-groups";
    String ofProject = own.replaceFirst("/repos/[^/]*", "");
    String body = "{'name':'%s','users':[{'name':'%s'}]}".formatted("core", reader.name());
    Response added = kit.admin.post(own, body);
    assertThat(added.status()).as(added.response().body()).isEqualTo(201);
    assertThat(added.at("/users/0/name")).isEqualTo(reader.name());
    assertThat(kit.admin.post(own, body).status()).isEqualTo(409);
    Response inherited = kit.admin.post(ofProject, body);
    assertThat(inherited.at("/scope/type")).isEqualTo("PROJECT");
    assertThat(kit.admin.get(own).json().at("/values")).hasSize(2);
    assertThat(kit.admin.get(ofProject).json().at("/values")).hasSize(1);
    String id = added.at("/id");
    assertThat(kit.admin.get(own + "/" + id + "/users").at("/0/name")).isEqualTo(reader.name());
    Response changed = kit.admin.put(own + "/" + id, "{'users':[{'id':%d}]}".formatted(other.id()));
    assertThat(changed.at("/name")).isEqualTo("core");
    assertThat(changed.at("/users/0/name")).isEqualTo(other.name());
    assertThat(kit.admin.put(own + "/" + inherited.at("/id"), "{'name':'x'}").status())
        .isEqualTo(409);
    assertThat(kit.admin.get(ofProject + "/" + id).status()).isEqualTo(404);
    assertThat(kit.admin.delete(own + "/" + id).status()).isEqualTo(204);
    assertThat(kit.admin.post(own, "{'name':' '}").status()).isEqualTo(400);
  }
}
