package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;

class InsightRestTest {

  private static final String HOSTILE = "<img src=x onerror=alert(1)>";

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private String commit;
  private String reports;

  @BeforeEach
  void makeACommit() {
    kit = new PullRequestKit(temporary);
    commit = kit.branch("topic", "TOPIC.md", kit.path);
    reports = "/rest/insights/1.0/" + kit.path + "/commits/" + commit + "/reports";
  }

  private Response put(String key, String more) {
    return kit.admin.put(reports + "/" + key, "{'title':'Lint'%s}".formatted(more));
  }

  private Response annotate(String key, String... annotations) {
    return kit.admin.post(
        reports + "/" + key + "/annotations",
        "{'annotations':[%s]}".formatted(String.join(",", annotations)));
  }

  private static String annotation(String id, String path, int line) {
    return "{'externalId':'%s','path':'%s','line':%d,'message':'%s','severity':'HIGH','type':'BUG'}"
        .formatted(id, path, line, HOSTILE);
  }

  @Test
  void aMergeWaitsForTheReportsThatAreRequired() {
    long number = kit.opened("topic");
    String checks = "/rest/insights/latest/" + kit.path + "/settings/merge-checks/";
    require(checks + "lint", "{}");
    require(checks + "cover", "{'reportKey':'coverage','mustPass':true}");
    put("lint", ",'result':'FAIL'");
    String test = kit.of(number) + "/merge";
    assertThat(kit.admin.get(test).at("/canMerge")).isEqualTo("false");
    assertThat(vetoes(number)).contains("Lint", "has failed.", "coverage", "is missing");
    put("lint", ",'result':'PASS'");
    put("coverage", "");
    assertThat(vetoes(number))
        .contains("does not say that it has passed")
        .doesNotContain("has failed");
    String version = Integer.toString(kit.version(number));
    assertThat(kit.admin.post(test + "?version=" + version, "{}").status()).isEqualTo(409);
    require(checks + "cover", "{'reportKey':'coverage','mustPass':false}");
    assertThat(kit.admin.get(test).at("/canMerge")).isEqualTo("true");
    assertThat(kit.admin.post(test + "?version=" + version, "{}").at("/state")).isEqualTo("MERGED");
  }

  @Test
  void aMergeWaitsWhileARequiredReportHasAnnotationsThatAreTooGrave() {
    long number = kit.opened("topic");
    String checks = "/rest/insights/latest/" + kit.path + "/settings/merge-checks/";
    require(checks + "lint", "{'mustPass':false,'minSeverity':'MEDIUM'}");
    put("lint", "");
    put("other", "");
    annotate("lint", annotation("a", "README.md", 1).replace("HIGH", "LOW"));
    annotate("other", annotation("b", "README.md", 1));
    assertThat(kit.admin.get(kit.of(number) + "/merge").at("/canMerge")).isEqualTo("true");
    annotate("lint", annotation("c", "README.md", 1).replace("HIGH", "MEDIUM"));
    annotate("lint", annotation("d", "README.md", 2));
    assertThat(vetoes(number)).contains("annotation of severity MEDIUM or higher; it has 2.");
    require(checks + "lint", "{'mustPass':false,'minSeverity':'HIGH'}");
    assertThat(vetoes(number)).contains("annotation of severity HIGH; it has 1.");
    require(checks + "lint", "{'mustPass':false}");
    assertThat(kit.admin.get(kit.of(number) + "/merge").at("/canMerge")).isEqualTo("true");
  }

  @Test
  void aRepositoryReplacesTheReportsThatItsProjectRequires() {
    long number = kit.opened("topic");
    String own = "/rest/insights/1.0/" + kit.path + "/settings/merge-checks";
    String ofProject = own.substring(0, own.indexOf("/repos/")) + "/settings/merge-checks";
    require(ofProject + "/lint", "{'minSeverity':'low'}");
    put("lint", ",'result':'FAIL'");
    assertThat(vetoes(number)).contains("has failed");
    assertThat(kit.admin.get(own).at("/values/0/scope/type")).isEqualTo("PROJECT");
    assertThat(kit.admin.get(own + "/lint").at("/minSeverity")).isEqualTo("LOW");
    assertThat(kit.admin.delete(own + "/lint").status()).as("it is the project's").isEqualTo(404);
    require(own + "/lint", "{'mustPass':false}");
    assertThat(kit.admin.get(own).json().at("/values")).hasSize(1);
    assertThat(kit.admin.get(own).at("/values/0/scope/type")).isEqualTo("REPOSITORY");
    assertThat(kit.admin.get(kit.of(number) + "/merge").at("/canMerge")).isEqualTo("true");
    assertThat(kit.admin.delete(own + "/lint").status()).isEqualTo(204);
    assertThat(vetoes(number)).contains("has failed");
    assertThat(kit.admin.delete(ofProject + "/lint").status()).isEqualTo(204);
    assertThat(kit.admin.get(own + "/lint").status()).isEqualTo(404);
    assertThat(vetoes(number)).isEqualTo("[]");
    for (String[] wrong :
        new String[][] {
          {"k".repeat(256), "{}", "key"},
          {"lint", "{'reportKey':'%s'}".formatted("k".repeat(256)), "reportKey"},
          {"lint", "{'minSeverity':'CRITICAL'}", "minSeverity"}
        }) {
      Response refused = kit.admin.put(own + "/" + wrong[0], wrong[1]);
      assertThat(refused.status()).as(wrong[1]).isEqualTo(400);
      assertThat(refused.at("/errors/0/context")).as(wrong[1]).isEqualTo(wrong[2]);
    }
    User reader = kit.user("reader", Permission.REPO_READ);
    assertThat(kit.as(reader).get(own).status()).isEqualTo(200);
    assertThat(kit.as(reader).put(own + "/lint", "{}").status()).isEqualTo(401);
  }

  private void require(String condition, String body) {
    Response set = kit.admin.put(condition, body);
    assertThat(set.status()).as(set.response().body()).isEqualTo(200);
  }

  private String vetoes(long number) {
    return kit.admin.get(kit.of(number) + "/merge").json().at("/vetoes").toString();
  }

  @Test
  void aReportIsShownAsItWasToldLast() {
    put("lint", ",'result':'FAIL'");
    Response told =
        put(
            "lint",
            ",'details':'%s','result':'PASS','reporter':'Linter','link':'https://ci.example.org','data':[{'title':'Cover','type':'PERCENTAGE','value':85},{'title':'Took','type':'DURATION','value':5000},{'title':'More','type':'LINK','value':{'href':'https://ci.example.org','linktext':'here'}},{'title':'Fine','value':true}]"
                .formatted(HOSTILE));
    assertThat(told.status()).as(told.response().body()).isEqualTo(200);
    Response got = kit.admin.get(reports + "/lint");
    assertThat(got.at("/result")).isEqualTo("PASS");
    assertThat(got.at("/details")).isEqualTo(HOSTILE);
    assertThat(got.at("/data/0/value")).isEqualTo("85");
    assertThat(got.at("/data/2/value/linktext")).isEqualTo("here");
    assertThat(got.at("/data/3/type")).isEqualTo("BOOLEAN");
    assertThat(kit.admin.get(reports).json().at("/values")).hasSize(1);
    assertThat(kit.admin.delete(reports + "/lint").status()).isEqualTo(204);
    assertThat(kit.admin.get(reports + "/lint").status()).isEqualTo(404);
  }

  @Test
  void remarksAreChosenByFileAndWeight() {
    put("lint", "");
    put("scan", "");
    assertThat(
            annotate("lint", annotation("a", "README.md", 1), annotation("b", "TOPIC.md", 0))
                .status())
        .isEqualTo(204);
    annotate("scan", "{'message':'All','severity':'low'}");
    String all = reports.replace("/reports", "/annotations");
    assertThat(kit.admin.get(all).json().at("/annotations")).hasSize(3);
    assertThat(kit.admin.get(all + "?path=README.md").json().at("/annotations")).hasSize(1);
    assertThat(kit.admin.get(all + "?severity=LOW,MEDIUM").at("/annotations/0/message"))
        .isEqualTo("All");
    assertThat(kit.admin.get(all + "?key=lint&type=BUG").json().at("/annotations")).hasSize(2);
    assertThat(kit.admin.get(reports + "/lint/annotations").at("/annotations/0/message"))
        .isEqualTo(HOSTILE);
    String one = reports + "/lint/annotations";
    assertThat(
            kit.admin
                .put(one + "/a", "{'path':'OTHER.md','line':3,'message':'Now','severity':'LOW'}")
                .status())
        .isEqualTo(204);
    assertThat(kit.admin.get(all + "?externalId=a").at("/annotations/0/path"))
        .isEqualTo("OTHER.md");
    annotate("lint", annotation("a,b", "with,comma.md", 1));
    assertThat(kit.admin.get(all + "?path=with,comma.md").json().at("/annotations")).hasSize(1);
    assertThat(kit.admin.delete(one + "?externalId=a,b").status()).isEqualTo(204);
    assertThat(kit.admin.get(one).json().at("/annotations")).hasSize(2);
    assertThat(kit.admin.delete(one + "?externalId=a").status()).isEqualTo(204);
    assertThat(kit.admin.get(one).json().at("/annotations")).hasSize(1);
    assertThat(kit.admin.delete(one).status()).isEqualTo(204);
    assertThat(kit.admin.get(one).json().at("/annotations")).isEmpty();
  }

  @Test
  void aReportHasAThousandRemarksAtMost() {
    put("lint", "");
    String[] many =
        IntStream.range(0, 1_000)
            .mapToObj(i -> annotation("id" + i, "README.md", i))
            .toArray(String[]::new);
    assertThat(annotate("lint", many).status()).isEqualTo(204);
    assertThat(annotate("lint", annotation("id1", "README.md", 7)).status())
        .as("one that is there may be replaced")
        .isEqualTo(204);
    Response refused = annotate("lint", annotation("more", "README.md", 1));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.message()).contains("1000");
    assertThat(kit.admin.get(reports + "/lint/annotations").json().at("/annotations"))
        .hasSize(1_000);
  }

  @Test
  void refusesWhatIsNoReport() {
    for (String more :
        new String[] {
          ",'result':'MAYBE'",
          ",'link':'javascript:alert(1)'",
          ",'title':''",
          ",'data':[{'title':'x','type':'PERCENTAGE','value':101}]",
          ",'data':[{'title':'x','type':'LINK','value':{'href':'data:text/html,x'}}]",
          ",'data':[%s]"
              .formatted(
                  IntStream.range(0, 7)
                      .mapToObj(i -> "{'title':'x','value':1}")
                      .collect(Collectors.joining(",")))
        }) {
      assertThat(put("lint", more).status()).as(more).isEqualTo(400);
    }
    assertThat(annotate("absent", annotation("a", "b", 1)).status()).isEqualTo(404);
    put("lint", "");
    for (String body :
        new String[] {
          "{'message':'x'}",
          "{'severity':'LOW'}",
          "{'message':'x','severity':'LOW','line':-1}",
          "{'message':'x','severity':'LOW','link':'ftp://x'}",
          annotation("a", "b", 1) + "," + annotation("a", "c", 2)
        }) {
      assertThat(annotate("lint", body).status()).as(body).isEqualTo(400);
    }
    String other = reports.replace(commit, "2".repeat(40));
    assertThat(kit.admin.put(other + "/lint", "{'title':'x'}").status()).isEqualTo(404);
    TestingRest reader = kit.as(kit.user("reader", Permission.REPO_READ));
    assertThat(reader.put(reports + "/r", "{'title':'x'}").status()).isEqualTo(200);
    assertThat(TestingRest.anonymous(kit.server).get(reports).status()).isEqualTo(401);
  }
}
