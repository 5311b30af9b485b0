package org.packhouse.app.review.pullrequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingRest.Response;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Readers of a repository in which there are objects that no program of today writes. */
class OddObjectsTest {

  private static final int SERVER_ERROR = 500;
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir private Path temporary;
  private PullRequestKit kit;
  private OddObjects odd;
  private String base;

  @BeforeEach
  void open() throws IOException {
    kit = new PullRequestKit(temporary);
    base = kit.work.git("rev-parse", "HEAD");
    kit.admin.post(
        kit.path + "/webhooks",
        "{'name':'All','url':'http://127.0.0.1:1/','events':['repo:refs_changed','pr:opened','pr:merged','pr:from_ref_updated']}");
    odd = new OddObjects(kit.bare(kit.repository), base);
  }

  @Test
  void failOnNoCommitAndNoTag() throws IOException {
    odd.writeEachCommit();
    publish();
    readAll();
    mergeByEveryStrategy();
    awaitBackgroundWork();
  }

  @Test
  void failOnNoTree() throws IOException {
    odd.writeEachTree();
    publish();
    readAll();
    awaitBackgroundWork();
  }

  @Test
  @Tag("full")
  @Tag("hostile")
  void failOnNoSize() throws IOException {
    odd.writeManyParents();
    odd.writeLongMessages();
    publish();
    readAll();
    mergeByEveryStrategy();
    awaitBackgroundWork();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  @Tag("full")
  @Tag("hostile")
  void failOnNothingRandom(long seed) throws IOException {
    odd.writeRandom(new Random(seed), 300);
    publish();
    readAll();
    mergeByEveryStrategy();
    awaitBackgroundWork();
  }

  @Test
  void arriveByAPushIfGitTakesThem() {
    String overflow = "A <a@b> 99999999999999999999 +0000";
    assertThat(pushed("author %s\ncommitter %s\n".formatted(overflow, overflow)).exitCode())
        .isZero();
    String id = kit.ref("refs/heads/pushed");
    Response shown = kit.admin.get(kit.path + "/commits/" + id);
    assertThat(shown.at("/author/name")).isEqualTo("A");
    assertThat(shown.at("/authorTimestamp")).isEqualTo("0");
    assertThat(pushed("committer A <a@b> 5 +0000\n").errors()).contains("missingAuthor");
    assertThat(kit.ref("refs/heads/pushed")).isEqualTo(id);
  }

  private GitFixture.Result pushed(String people) {
    String commit =
        "tree %s\nparent %s\n%s\nPushed\n"
            .formatted(kit.work.git("rev-parse", "HEAD^{tree}"), base, people);
    GitFixture.Result made =
        kit.work.execute(
            List.of("git", "hash-object", "--literally", "-t", "commit", "-w", "--stdin"),
            commit.getBytes(StandardCharsets.US_ASCII));
    return kit.work.run("push", "--force", "origin", made.output().strip() + ":refs/heads/pushed");
  }

  private void publish() throws IOException {
    odd.publish(kit.bare(kit.repository), "odd");
    odd.close();
    Response seen = kit.admin.post("/rest/packhouse/latest/" + kit.path + "/refs/reread", "");
    assertThat(seen.status()).as(seen.response().body()).isEqualTo(200);
  }

  private void readAll() {
    String number = Long.toString(kit.opened("odd"));
    Map<String, String> variables = new HashMap<>();
    for (String name : List.of("key", "projectKey")) {
      variables.put(name, kit.repository.project().key());
    }
    for (String name : List.of("slug", "repositorySlug")) {
      variables.put(name, kit.repository.slug());
    }
    for (String name : List.of("commitId", "commit", "id")) {
      variables.put(name, odd.tip());
    }
    variables.put("pullRequestId", number);
    variables.put("number", number);
    variables.put("path", "all.txt");
    String query =
        "?at=refs/heads/odd&until=odd&since=%s&from=odd&to=main&sourceBranch=odd&targetBranch=main"
            .formatted(base);
    List<String> wrong = new ArrayList<>();
    try (TestingBrowser browser = TestingBrowser.admin(kit.server)) {
      SortedSet<String> addresses = EveryReader.of(kit.server, variables);
      for (String address : addresses) {
        read(
            browser,
            address + query + "&details=true&orderBy=MODIFICATION&blame=true&limit=1000",
            wrong);
      }
      String home = "/projects/%s/repos/%s".formatted(variables.get("key"), variables.get("slug"));
      read(browser, home + "/browse/all.txt" + query, wrong);
      for (var commit : odd.commits().values()) {
        read(browser, home + "/commits/" + commit.name(), wrong);
        read(browser, "/rest/api/latest" + home + "/commits/" + commit.name(), wrong);
        read(browser, "/rest/api/latest" + home + "/patch?until=" + commit.name(), wrong);
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static void read(TestingBrowser browser, String address, List<String> wrong) {
    HttpResponse<String> response = browser.get(address);
    if (response.statusCode() >= SERVER_ERROR) {
      wrong.add(response.statusCode() + " " + address);
    }
  }

  private void mergeByEveryStrategy() {
    List<String> wrong = new ArrayList<>();
    kit.admin.post(
        kit.path + "/settings/pull-requests",
        "{'mergeConfig':{'commitSummaries':50,'strategies':[%s]}}"
            .formatted(
                String.join(
                    ",",
                    List.of(MergeStrategy.values()).stream()
                        .map(it -> "{'id':'" + it.id() + "'}")
                        .toList())));
    for (MergeStrategy strategy : MergeStrategy.values()) {
      for (boolean parted : new boolean[] {false, true}) {
        String target = "into-" + strategy.id() + parted;
        kit.work.git("reset", "--quiet", "--hard", base);
        if (parted) {
          kit.work.commit("theirs", target);
        }
        kit.push(target);
        Response opened = kit.open(kit.admin, "odd", target, "");
        assertThat(opened.status()).as(opened.response().body()).isEqualTo(201);
        long number = opened.json().at("/id").asLong();
        Response merged =
            kit.admin.post(
                kit.of(number) + "/merge?version=" + kit.version(number),
                "{'strategyId':'%s'}".formatted(strategy.id()));
        if (merged.status() >= SERVER_ERROR) {
          wrong.add(merged.status() + " " + strategy + " " + merged.message());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Nothing that listens to refs and pull requests is tried again and again. */
  private void awaitBackgroundWork() {
    await()
        .atMost(LONG)
        .untilAsserted(() ->
            assertThat(
                    kit.server
                        .get(JdbcClient.class)
                        .sql(
                            """
                            select (select count(*) from outbox_event where repository_id = :id)
                                 + (select count(*) from search_state
                                     where stale_since is not null and settled_at is null and repository_id = :id)
                            """)
                        .param("id", kit.repository.id())
                        .query(Integer.class)
                        .single())
                .isZero());
  }
}
