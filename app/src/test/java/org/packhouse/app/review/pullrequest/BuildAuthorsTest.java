package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.token.AccessTokens;
import org.packhouse.app.identity.token.AccessTokens.NewToken;
import org.packhouse.app.identity.token.TokenOwner;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Builds and reports count where their authors may read, and belong to them. */
class BuildAuthorsTest {

  private static final String OLD = "/rest/build-status/1.0/commits/";

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private String commit;
  private long number;
  private TestingRest stranger;
  private TestingRest reader;
  private TestingRest ci;

  @BeforeEach
  void openAPullRequest() {
    kit = new PullRequestKit(temporary);
    commit = kit.branch("topic", "TOPIC.md", kit.path);
    number = kit.opened("topic");
    stranger =
        kit.as(
            TestingPeople.of(kit.server)
                .createUser(TestingPeople.uniqueName("stranger"), PullRequestKit.PASSWORD));
    reader = kit.as(kit.user("reader", Permission.REPO_READ));
    ci = kit.as(kit.user("ci", Permission.REPO_WRITE));
  }

  private String builds() {
    return kit.path + "/commits/" + commit + "/builds";
  }

  private static String build(String key, String state) {
    return "{'key':'%s','state':'%s','url':'https://ci.example.org/1'}".formatted(key, state);
  }

  private static void done(Response response) {
    assertThat(response.status()).as(response.response().body()).isBetween(200, 204);
  }

  private String vetoes() {
    Response merge = kit.admin.get(kit.of(number) + "/merge");
    return merge.at("/canMerge") + " " + merge.json().at("/vetoes");
  }

  private void require(String key) {
    done(
        kit.admin.post(
            "/rest/required-builds/latest/" + kit.path + "/condition",
            "{'buildParentKeys':['%s'],'refMatcher':{'id':'ANY_REF_MATCHER_ID','type':{'id':'ANY_REF'}}}"
                .formatted(key)));
  }

  @Test
  void theBuildOfAStrangerLetsNothingBeMerged() {
    require("ci");
    done(stranger.post(OLD + commit, build("ci", "SUCCESSFUL")));
    assertThat(vetoes()).startsWith("false").contains("is missing");
    assertThat(ci.get(OLD + "stats/" + commit).at("/successful")).isEqualTo("0");
    done(ci.post(OLD + commit, build("ci", "SUCCESSFUL")));
    assertThat(vetoes()).isEqualTo("true []");
    done(stranger.post(OLD + commit, build("ci", "FAILED")));
    assertThat(vetoes()).isEqualTo("true []");
    assertThat(ci.get(OLD + "stats/" + commit).at("/failed")).isEqualTo("0");
  }

  @Test
  void theBuildOfAStrangerHoldsNoMergeBack() {
    done(kit.admin.post(kit.path + "/settings/pull-requests", "{'requiredSuccessfulBuilds':1}"));
    done(ci.post(builds(), build("ci", "SUCCESSFUL")));
    done(stranger.post(OLD + commit, build("other", "FAILED")));
    assertThat(vetoes()).isEqualTo("true []");
  }

  @Test
  void anAdministratorDeletesWhatNamedNoRepository() {
    done(kit.admin.post(kit.path + "/settings/pull-requests", "{'requiredSuccessfulBuilds':1}"));
    done(ci.post(builds(), build("ci", "SUCCESSFUL")));
    done(reader.post(OLD + commit, build("other", "FAILED")));
    assertThat(vetoes()).contains("Failed builds");
    done(kit.admin.delete(builds() + "?key=other"));
    assertThat(vetoes()).isEqualTo("true []");
  }

  @Test
  void aReaderReplacesNeitherBuildsNorReportsOfOthers() {
    done(ci.post(builds(), build("ci", "FAILED")));
    Response refused = reader.post(builds(), build("ci", "SUCCESSFUL"));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.at("/errors/0/message")).contains("\"ci\"", "administrator");
    String report = "/rest/insights/1.0/" + kit.path + "/commits/" + commit + "/reports/scan";
    done(ci.put(report, "{'title':'Scan','result':'FAIL'}"));
    assertThat(reader.put(report, "{'title':'Scan','result':'PASS'}").status()).isEqualTo(409);
    assertThat(reader.delete(report).status()).isEqualTo(409);
    assertThat(reader.delete(report + "/annotations").status()).isEqualTo(409);
  }

  @Test
  void whoLosesARepositoryTakesTheirBuildsAlong() {
    require("ci");
    User leaver = kit.user("leaver", Permission.REPO_READ);
    done(kit.as(leaver).post(builds(), build("ci", "SUCCESSFUL")));
    assertThat(vetoes()).isEqualTo("true []");
    done(kit.admin.delete(kit.path + "/permissions/users?name=" + leaver.name()));
    assertThat(vetoes()).contains("is missing");
  }

  private void require(String key, String reporters) {
    done(
        kit.admin.post(
            "/rest/required-builds/latest/" + kit.path + "/condition",
            "{'buildParentKeys':['%s'],'refMatcher':{'id':'ANY_REF_MATCHER_ID','type':{'id':'ANY_REF'}},'reporters':%s}"
                .formatted(key, reporters)));
  }

  private String nameOf(TestingRest user) {
    return user.get("/plugins/servlet/applinks/whoami").response().body();
  }

  @Test
  void aRequiredBuildIsAcceptedFromItsReportersAlone() {
    done(reader.post(builds(), build("ci", "SUCCESSFUL")));
    require("ci", "{'users':['%s']}".formatted(nameOf(ci)));
    assertThat(vetoes()).contains("is missing", "by those who are to report it");
    Response refused = reader.post(builds(), build("ci", "SUCCESSFUL"));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.at("/errors/0/message")).contains("\"ci\"", "other reporters");
    done(reader.post(OLD + commit, build("ci", "SUCCESSFUL")));
    assertThat(vetoes()).contains("is missing");
    done(ci.post(builds(), build("ci", "SUCCESSFUL")));
    assertThat(vetoes()).isEqualTo("true []");
    assertThat(kit.admin.post(builds(), build("ci", "FAILED")).status()).isEqualTo(409);
    String conditions = "/rest/required-builds/latest/" + kit.path + "/conditions";
    assertThat(reader.get(conditions).at("/values/0/reporters/users/0")).isEqualTo(nameOf(ci));
    Response unknown =
        kit.admin.post(
            "/rest/required-builds/latest/" + kit.path + "/condition",
            "{'buildParentKeys':['x'],'refMatcher':{'id':'ANY_REF_MATCHER_ID','type':{'id':'ANY_REF'}},'reporters':{'groups':['no-such-group']}}");
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.at("/errors/0/context")).isEqualTo("reporters.groups");
  }

  @Test
  void aRequiredReportIsAcceptedFromItsReportersAlone() {
    TestingPeople people = TestingPeople.of(kit.server);
    NewToken scanner =
        people.token(new TokenOwner.OfRepository(kit.repository.id()), null, Permission.REPO_READ);
    TestingRest scan = TestingRest.token(kit.server, scanner.secret());
    String report = "/rest/insights/1.0/" + kit.path + "/commits/" + commit + "/reports/scan";
    done(reader.put(report, "{'title':'Scan','result':'PASS'}"));
    done(
        kit.admin.put(
            "/rest/insights/1.0/" + kit.path + "/settings/merge-checks/scan",
            "{'reporters':{'tokens':['%s']}}".formatted(scanner.token().id())));
    assertThat(vetoes()).contains("is missing");
    assertThat(reader.put(report, "{'title':'Scan','result':'PASS'}").status()).isEqualTo(409);
    assertThat(
            reader
                .post(report + "/annotations", "{'annotations':[{'message':'m','severity':'LOW'}]}")
                .status())
        .isEqualTo(409);
    done(scan.put(report, "{'title':'Scan','result':'PASS'}"));
    assertThat(vetoes()).isEqualTo("true []");
  }

  @Test
  void aTokenPassesItsBuildsToTheNextOfItsRepository() {
    TestingPeople people = TestingPeople.of(kit.server);
    TokenOwner owner = new TokenOwner.OfRepository(kit.repository.id());
    NewToken first = people.token(owner, null, Permission.REPO_READ);
    NewToken second = people.token(owner, null, Permission.REPO_READ);
    TestingRest next = TestingRest.token(kit.server, second.secret());
    require("ci");
    done(TestingRest.token(kit.server, first.secret()).post(OLD + commit, build("ci", "FAILED")));
    assertThat(vetoes()).contains("has failed");
    done(TestingRest.token(kit.server, first.secret()).post(builds(), build("ci", "SUCCESSFUL")));
    assertThat(vetoes()).isEqualTo("true []");
    assertThat(next.post(builds(), build("ci", "FAILED")).status()).isEqualTo(409);
    kit.server.get(AccessTokens.class).revoke(owner, first.token().id());
    assertThat(vetoes()).as("the repository's own word").isEqualTo("true []");
    done(next.post(builds(), build("ci", "FAILED")));
    assertThat(vetoes()).contains("has failed");
  }

  @Test
  void anAdministratorReplacesAndIsWrittenDown() {
    done(ci.post(builds(), build("ci", "FAILED")));
    done(kit.admin.post(builds(), build("ci", "SUCCESSFUL")));
    assertThat(ci.post(builds(), build("ci", "FAILED")).status()).isEqualTo(409);
    done(kit.admin.delete(builds() + "?key=ci"));
    done(ci.post(builds(), build("ci", "FAILED")));
    String audit =
        kit.server
            .get(JdbcClient.class)
            .sql(
                "select string_agg(action || ' ' || details::text, ', ' order by id) from audit_event where subject = ?")
            .param(kit.repository.path())
            .query(String.class)
            .single();
    assertThat(audit).contains("build.replaced", "build.deleted", nameOf(ci));
  }

  @Test
  void sameKeysOfTwoAuthorsDoNotCollideAcrossRepositories() {
    PullRequestKit other = new PullRequestKit(temporary.resolve("other"));
    other.work.git("fetch", "--quiet", kit.work.git("rev-parse", "--show-toplevel"), commit);
    other.work.git("push", "--quiet", "origin", commit + ":refs/heads/topic");
    TestingRest otherCi = other.as(other.user("other", Permission.REPO_WRITE));
    require("ci");
    done(otherCi.post(OLD + commit, build("ci", "FAILED")));
    done(ci.post(OLD + commit, build("ci", "SUCCESSFUL")));
    assertThat(vetoes()).isEqualTo("true []");
    done(otherCi.post(OLD + commit, build("ci", "FAILED")));
    done(ci.post(OLD + commit, build("ci", "SUCCESSFUL")));
    assertThat(vetoes()).isEqualTo("true []");
    assertThat(ci.get(OLD + "stats/" + commit).at("/successful")).isEqualTo("1");
    assertThat(ci.get(OLD + "stats/" + commit).at("/failed")).isEqualTo("0");
    done(kit.admin.delete(builds() + "?key=ci"));
    assertThat(vetoes()).as("deleted here by an administrator").contains("is missing");
    done(ci.post(OLD + commit, build("ci", "SUCCESSFUL")));
    assertThat(vetoes()).as("told anew").isEqualTo("true []");
  }

  @Test
  void eightAuthorsAtOnceLeaveOneOwnerOfAKey() throws Exception {
    List<TestingRest> all =
        IntStream.range(0, 8).mapToObj(_ -> kit.as(kit.user("p", Permission.REPO_READ))).toList();
    List<Integer> statuses = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Callable<Integer>> posts =
          all.stream()
              .<Callable<Integer>>map(it -> () -> it.post(builds(), build("ci", "FAILED")).status())
              .toList();
      for (Future<Integer> post : threads.invokeAll(posts)) {
        statuses.add(post.get());
      }
    }
    assertThat(statuses).containsOnlyOnce(204);
    assertThat(statuses.stream().filter(it -> it == 409)).hasSize(7);
  }

  @Test
  void whatCameBeforeAuthorsWereKeptCountsAndIsAnybodysToReplace() {
    require("ci");
    done(reader.post(builds(), build("ci", "SUCCESSFUL")));
    done(reader.post(OLD + commit, build("old", "FAILED")));
    kit.server
        .get(JdbcClient.class)
        .sql("update build_status set author = null, authored_at = null where commit_id = ?")
        .param(commit)
        .update();
    assertThat(vetoes()).isEqualTo("true []");
    done(ci.post(builds(), build("ci", "FAILED")));
    assertThat(vetoes()).contains("has failed");
    assertThat(reader.post(builds(), build("ci", "SUCCESSFUL")).status()).isEqualTo(409);
    assertThat(reader.delete(builds() + "?key=old").status()).isEqualTo(409);
    done(kit.admin.delete(builds() + "?key=old"));
  }

  @Test
  void aDeploymentBelongsToItsAuthor() {
    String deployments = kit.path + "/commits/" + commit + "/deployments";
    String body =
        "{'deploymentSequenceNumber':1,'key':'web','displayName':'Web','state':'%s','url':'https://ci.example.org','environment':{'key':'prod','displayName':'Production'}}";
    String one = "?deploymentSequenceNumber=1&key=web&environmentKey=prod";
    done(ci.post(deployments, body.formatted("FAILED")));
    assertThat(reader.post(deployments, body.formatted("SUCCESSFUL")).status()).isEqualTo(409);
    assertThat(reader.delete(deployments + one).status()).isEqualTo(409);
    done(ci.post(deployments, body.formatted("SUCCESSFUL")));
    done(kit.admin.post(deployments, body.formatted("ROLLED_BACK")));
    done(kit.admin.delete(deployments + one));
    done(ci.post(deployments, body.formatted("SUCCESSFUL")));
    done(ci.delete(deployments + one));
  }
}
