package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;

class BuildRestTest {

  private static final String OLD = "/rest/build-status/1.0/commits/";
  private static final String HOSTILE = "<script>alert(1)</script>";

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private String commit;
  private long number;

  @BeforeEach
  void openAPullRequest() {
    kit = new PullRequestKit(temporary);
    commit = kit.branch("topic", "TOPIC.md", kit.path);
    number = kit.opened("topic");
  }

  private String builds() {
    return kit.path + "/commits/" + commit + "/builds";
  }

  private Response report(String key, String state, String more) {
    return kit.admin.post(
        builds(),
        "{'key':'%s','state':'%s','url':'https://ci.example.org/1'%s}".formatted(key, state, more));
  }

  private Response reportOld(String key, String state) {
    return kit.admin.post(
        OLD + commit,
        "{'key':'%s','state':'%s','url':'http://ci.example.org/1'}".formatted(key, state));
  }

  private Response mergeability() {
    return kit.admin.get(kit.of(number) + "/merge");
  }

  private String vetoes() {
    return mergeability().at("/canMerge") + " " + mergeability().json().at("/vetoes");
  }

  @Test
  void aBuildIsShownAsItWasToldLast() {
    assertThat(report("ci", "INPROGRESS", ",'name':'Build','parent':'plan'").status())
        .isEqualTo(204);
    assertThat(
            report(
                    "ci",
                    "SUCCESSFUL",
                    ",'name':'%s','parent':'plan','ref':'refs/heads/topic','buildNumber':'7','duration':5000,'testResults':{'failed':1,'skipped':2,'successful':3},'more':'ignored'"
                        .formatted(HOSTILE))
                .status())
        .isEqualTo(204);
    Response got = kit.admin.get(builds() + "?key=ci");
    assertThat(got.at("/state")).isEqualTo("SUCCESSFUL");
    assertThat(got.at("/name")).isEqualTo(HOSTILE);
    assertThat(got.at("/duration")).isEqualTo("5000");
    assertThat(got.at("/testResults/skipped")).isEqualTo("2");
    assertThat(got.json().at("/updatedDate").isIntegralNumber()).isTrue();
    Response old = kit.admin.get(OLD + commit);
    assertThat(old.json().at("/values")).hasSize(1);
    assertThat(old.at("/values/0/key")).isEqualTo("ci");
    assertThat(old.json().at("/values/0/dateAdded").isIntegralNumber()).isTrue();
    assertThat(kit.admin.delete(builds() + "?key=ci").status()).isEqualTo(204);
    assertThat(kit.admin.get(builds() + "?key=ci").status()).isEqualTo(404);
  }

  @Test
  void theOlderFormCountsByState() {
    assertThat(reportOld("one", "FAILED").status()).isEqualTo(204);
    assertThat(reportOld("two", "SUCCESSFUL").status()).isEqualTo(204);
    assertThat(report("three", "CANCELLED", "").status()).isEqualTo(204);
    assertThat(report("two", "INPROGRESS", "").status()).isEqualTo(204);
    Response stats = kit.admin.get(OLD + "stats/" + commit);
    assertThat(stats.at("/failed")).isEqualTo("1");
    assertThat(stats.at("/cancelled")).isEqualTo("1");
    assertThat(stats.at("/inProgress")).as("the repository's own goes before").isEqualTo("1");
    assertThat(stats.at("/successful")).isEqualTo("0");
    Response several =
        kit.admin.post(OLD + "stats", "['%s','%s']".formatted(commit, "0".repeat(40)));
    assertThat(several.at("/" + commit + "/failed")).isEqualTo("1");
    assertThat(several.at("/" + "0".repeat(40) + "/failed")).isEqualTo("0");
    Response sorted = kit.admin.get(OLD + commit + "?orderBy=STATUS&limit=1");
    assertThat(sorted.at("/values/0/state")).isEqualTo("FAILED");
    assertThat(sorted.at("/nextPageStart")).isEqualTo("1");
  }

  @Test
  void nobodyHearsOfTheBuildsOfARepositoryThatTheyMayNotRead() {
    report("secret", "FAILED", "");
    reportOld("known", "FAILED");
    User stranger =
        TestingPeople.of(kit.server)
            .createUser(TestingPeople.uniqueName("stranger"), PullRequestKit.PASSWORD);
    TestingRest asStranger = kit.as(stranger);
    assertThat(asStranger.get(OLD + commit).json().at("/values")).isEmpty();
    assertThat(asStranger.get(OLD + "stats/" + commit).at("/failed")).isEqualTo("0");
    assertThat(asStranger.get(builds() + "?key=secret").status()).isEqualTo(404);
    TestingRest reader = kit.as(kit.user("reader", Permission.REPO_READ));
    assertThat(
            reader
                .post(builds(), "{'key':'r','state':'SUCCESSFUL','url':'https://ci.example.org'}")
                .status())
        .isEqualTo(204);
    assertThat(reader.delete(builds() + "?key=secret").status()).isEqualTo(409);
    assertThat(reader.delete(builds() + "?key=r").status()).isEqualTo(204);
    assertThat(TestingRest.anonymous(kit.server).get(OLD + commit).status()).isEqualTo(401);
  }

  @Test
  void refusesWhatIsNoBuild() {
    String fine = "'key':'k','state':'FAILED','url':'https://ci.example.org'";
    for (String body :
        new String[] {
          "{'state':'FAILED','url':'https://ci.example.org'}",
          "{'key':'%s','state':'FAILED','url':'https://ci.example.org'}".formatted("k".repeat(256)),
          "{'key':'k','state':'GREEN','url':'https://ci.example.org'}",
          "{'key':'k','state':'FAILED','url':'javascript:alert(1)'}",
          "{'key':'k','state':'FAILED'}",
          "{%s,'ref':'main'}".formatted(fine),
          "{%s,'duration':-1}".formatted(fine),
          "{%s,'testResults':{'failed':-1}}".formatted(fine)
        }) {
      Response refused = kit.admin.post(builds(), body);
      assertThat(refused.status()).as(body).isEqualTo(400);
      assertThat(refused.at("/errors/0/context")).as(body).isNotEmpty();
    }
    assertThat(kit.admin.post(OLD + "main", "{%s}".formatted(fine)).status()).isEqualTo(400);
    String absent = kit.path + "/commits/" + "1".repeat(40) + "/builds";
    assertThat(kit.admin.post(absent, "{%s}".formatted(fine)).status()).isEqualTo(404);
  }

  @Test
  void aMergeWaitsForAsManyBuildsAsTheSettingsDemand() {
    kit.admin.post(kit.path + "/settings/pull-requests", "{'requiredSuccessfulBuilds':1}");
    assertThat(vetoes()).startsWith("false").contains("0 of the 1 successful builds");
    report("one", "SUCCESSFUL", "");
    assertThat(vetoes()).startsWith("true");
    report("two", "FAILED", ",'name':'Nightly'");
    assertThat(vetoes()).startsWith("false").contains("have failed").contains("Nightly");
    reportOld("three", "INPROGRESS");
    assertThat(vetoes()).contains("have not ended");
  }

  @Test
  void aMergeWaitsForTheBuildsThatAreRequired() {
    String root = "/rest/required-builds/1.0/" + kit.path;
    String any = "{'id':'ANY_REF_MATCHER_ID','type':{'id':'ANY_REF'}}";
    Response added =
        kit.admin.post(
            root + "/condition", "{'buildParentKeys':['plan'],'refMatcher':%s}".formatted(any));
    assertThat(added.status()).as(added.response().body()).isEqualTo(200);
    assertThat(vetoes()).startsWith("false").contains("plan").contains("is missing");
    report("plan-1", "SUCCESSFUL", ",'parent':'plan'");
    assertThat(vetoes()).startsWith("true");
    report("plan-2", "FAILED", ",'parent':'plan'");
    assertThat(vetoes()).startsWith("false").contains("has failed");
    Response refused =
        kit.admin.post(kit.of(number) + "/merge?version=" + kit.version(number), "{}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.at("/errors/0/vetoes/0/detailedMessage")).contains("plan");
    String condition = root + "/condition/" + added.at("/id");
    Response exempted =
        kit.admin.put(
            condition,
            "{'buildParentKeys':['plan'],'refMatcher':%s,'exemptRefMatcher':{'id':'topic','type':{'id':'BRANCH'}}}"
                .formatted(any));
    assertThat(exempted.at("/exemptRefMatcher/displayId")).isEqualTo("topic");
    assertThat(vetoes()).startsWith("true");
    kit.admin.put(
        condition,
        "{'buildParentKeys':['plan'],'refMatcher':{'id':'release/*','type':{'id':'PATTERN'}}}");
    assertThat(vetoes()).startsWith("true");
    assertThat(kit.admin.get(root + "/conditions").json().at("/values")).hasSize(1);
    assertThat(kit.admin.delete(condition).status()).isEqualTo(204);
    assertThat(kit.admin.get(root + "/conditions").json().at("/values")).isEmpty();
    assertThat(
            kit.admin
                .put(condition, "{'buildParentKeys':['a'],'refMatcher':%s}".formatted(any))
                .status())
        .isEqualTo(404);
    assertThat(
            kit.admin
                .post(root + "/condition", "{'buildParentKeys':[],'refMatcher':%s}".formatted(any))
                .status())
        .isEqualTo(400);
  }

  @Test
  void aDeploymentTellsWhatWasThereBefore() {
    String main = kit.ref("refs/heads/main");
    String body =
        "{'deploymentSequenceNumber':%d,'key':'web','displayName':'#%1$d','state':'%s','url':'https://ci.example.org','environment':{'key':'prod','displayName':'Production','type':'PRODUCTION'}}";
    String first = kit.path + "/commits/" + main + "/deployments";
    assertThat(kit.admin.post(first, body.formatted(1, "SUCCESSFUL")).status()).isEqualTo(200);
    String second = kit.path + "/commits/" + commit + "/deployments";
    Response deployed = kit.admin.post(second, body.formatted(2, "IN_PROGRESS"));
    assertThat(deployed.at("/fromCommit/id")).isEqualTo(main);
    assertThat(deployed.at("/toCommit/id")).isEqualTo(commit);
    assertThat(deployed.at("/environment/key")).isEqualTo("prod");
    String query = "?key=web&environmentKey=prod&deploymentSequenceNumber=2";
    assertThat(kit.admin.get(second + query).at("/state")).isEqualTo("IN_PROGRESS");
    assertThat(kit.admin.delete(second + query).status()).isEqualTo(204);
    assertThat(kit.admin.get(second + query).status()).isEqualTo(404);
    assertThat(kit.admin.post(second, body.formatted(2, "DONE")).status()).isEqualTo(400);
    assertThat(kit.admin.get(second).status()).isEqualTo(400);
  }
}
