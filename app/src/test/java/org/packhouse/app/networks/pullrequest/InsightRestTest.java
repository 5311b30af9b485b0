package org.packhouse.app.networks.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.identity.permission.Permission;
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
    String settings = kit.path + "/settings/pull-requests";
    Response set = kit.admin.post(settings, "{'requiredReports':['lint','cover','lint']}");
    assertThat(set.json().at("/requiredReports")).as(set.response().body()).hasSize(2);
    kit.admin.post(settings, "{'needsWork':true}");
    assertThat(kit.admin.get(settings).json().at("/requiredReports")).hasSize(2);
    put("lint", ",'result':'FAIL'");
    String test = kit.of(number) + "/merge";
    assertThat(kit.admin.get(test).at("/canMerge")).isEqualTo("false");
    assertThat(kit.admin.get(test).json().at("/vetoes").toString())
        .contains("Lint", "has failed.", "cover", "is missing");
    put("lint", ",'result':'PASS'");
    put("cover", "");
    assertThat(kit.admin.get(test).json().at("/vetoes").toString())
        .contains("does not say that it has passed")
        .doesNotContain("has failed");
    String version = Integer.toString(kit.version(number));
    assertThat(kit.admin.post(test + "?version=" + version, "{}").status()).isEqualTo(409);
    put("cover", ",'result':'PASS'");
    assertThat(kit.admin.get(test).at("/canMerge")).isEqualTo("true");
    assertThat(kit.admin.post(test + "?version=" + version, "{}").at("/state")).isEqualTo("MERGED");
    for (String wrong :
        new String[] {
          "[' ']",
          "[null]",
          "['%s']".formatted("k".repeat(256)),
          IntStream.range(0, 21)
              .mapToObj("'k%d'"::formatted)
              .collect(Collectors.joining(",", "[", "]"))
        }) {
      Response refused = kit.admin.post(settings, "{'requiredReports':%s}".formatted(wrong));
      assertThat(refused.status()).as(wrong).isEqualTo(400);
      assertThat(refused.at("/errors/0/context")).as(wrong).isEqualTo("requiredReports");
    }
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
