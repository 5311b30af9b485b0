package org.packhouse.app.source.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.NewRepository;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRepository;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Code and commits of default branches, found by REST, as they are pushed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SearchTest {

  private static final String PATH = "/rest/search/latest/search";

  private TestingServer server;
  private TestingRepository local;
  private TestingRest admin;
  private TestingProjects projects;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    local = TestingRepository.create(directory);
    server = TestingServer.shared();
    admin = TestingRest.admin(server);
    projects = TestingProjects.in(server);
  }

  @Test
  void findsAFileOfTheDefaultBranchWithTheLinesInWhichTheWordsAre() throws IOException {
    Repository repository = projects.repository();
    String word = word();
    push(
        repository,
        "main",
        file("src/Main.java", "class Main {\n  int " + word + " = 1 < 2;\n}\n"));

    Response found = awaitFound("Class " + word + " ext:java", 1);

    assertThat(found.at("/scope/type")).isEqualTo("GLOBAL");
    assertThat(found.at("/code/category")).isEqualTo("primary");
    assertThat(found.at("/code/values/0/file")).isEqualTo("src/Main.java");
    assertThat(found.at("/code/values/0/repository/slug")).isEqualTo(repository.slug());
    assertThat(found.at("/code/values/0/hitCount")).isEqualTo("2");
    assertThat(found.at("/code/values/0/hitContexts/0/1/line")).isEqualTo("2");
    assertThat(found.at("/code/values/0/hitContexts/0/1/text"))
        .isEqualTo("  int <em>" + word + "</em> = 1 &lt; 2;");
    assertThat(count(word + " ext:py")).isZero();
    assertThat(count(word + " path:test/")).isZero();
    assertThat(count(word + " repo:" + repository.path())).isEqualTo(1);
    assertThat(count(word + " repo:elsewhere")).isZero();
  }

  @Test
  void showsNobodyWhatTheyMayNotRead() throws IOException {
    Repository secret = projects.repository();
    Repository open = projects.publicRepository();
    String word = word();
    push(secret, "main", file("secret.txt", word));
    push(open, "main", file("open.txt", word));
    awaitFound(word, 2);

    Response anonymous = search(TestingRest.anonymous(server), word);

    assertThat(anonymous.at("/code/count")).isEqualTo("1");
    assertThat(anonymous.at("/code/values/0/file")).isEqualTo("open.txt");
    User stranger = TestingPeople.of(server).createUser(TestingPeople.uniqueName("finder"), word);
    TestingRest other = TestingRest.user(server, stranger.name(), word);
    assertThat(search(other, word).at("/code/count")).isEqualTo("1");
    admin.put(
        "projects/%s/repos/%s/permissions/users?name=%s&permission=REPO_READ"
            .formatted(secret.project().key(), secret.slug(), stranger.name()),
        "");
    assertThat(search(other, word).at("/code/count")).isEqualTo("2");
  }

  @Test
  void followsPushesRenamesAndDeletions() throws IOException {
    Repository repository = projects.repository();
    String first = word();
    String second = word();
    push(repository, "main", file("a.txt", first), file("b.txt", first));
    awaitFound(first, 2);

    push(repository, "main", file("c.txt", second), file("b.txt", first));
    awaitFound(second, 1);
    assertThat(count(first)).isEqualTo(1);

    admin.put(
        "projects/%s/repos/%s".formatted(repository.project().key(), repository.slug()),
        "{'name':'renamed-%s'}".formatted(second));
    assertThat(search(admin, second).at("/code/values/0/repository/slug"))
        .isEqualTo("renamed-" + second);
    admin.delete("projects/%s/repos/renamed-%s".formatted(repository.project().key(), second));
    assertThat(count(second)).isZero();
  }

  @Test
  void leavesARepositoryThatIsPushedToAllTheTimeAloneForAWhile() throws IOException {
    Repository repository = projects.repository();
    String first = word();
    push(repository, "main", file("a.txt", first));
    awaitFound(first, 1);
    await().untilAsserted(() -> assertThat(rest(repository)).isEqualTo(SETTLED));

    push(repository, "main", file("a.txt", word()));
    await().untilAsserted(() -> assertThat(rest(repository)).isGreaterThanOrEqualTo(14.9));

    push(repository, "other", file("a.txt", word()));
    admin.put(
        "projects/%s/repos/%s/default-branch"
            .formatted(repository.project().key(), repository.slug()),
        "{'id':'refs/heads/other'}");
    assertThat(rest(repository)).as("another default branch is no push").isLessThan(14.9);
  }

  private static final double SETTLED = -1;

  /** For how many seconds a repository is left alone after it was indexed. */
  private double rest(Repository repository) {
    return server
        .get(JdbcClient.class)
        .sql(
            """
            select case when stale_since is null then ?
                        else coalesce(extract(epoch from stale_since - settled_at), 0) end
              from search_state where repository_id = ?
            """)
        .params(SETTLED, repository.id())
        .query(Double.class)
        .single();
  }

  @Test
  void followsTheDefaultBranch() throws IOException {
    Repository repository = projects.repository();
    String main = word();
    String other = word();
    push(repository, "main", file("a.txt", main));
    push(repository, "other", file("a.txt", other));
    awaitFound(main, 1);
    assertThat(count(other)).isZero();

    admin.put(
        "projects/%s/repos/%s/default-branch"
            .formatted(repository.project().key(), repository.slug()),
        "{'id':'refs/heads/other'}");

    awaitFound(other, 1);
    assertThat(count(main)).isZero();
  }

  @Test
  void doesNotIndexAForkAgain() throws IOException {
    Project project = projects.project();
    Repository origin = projects.repository(project);
    String word = word();
    push(origin, "main", file("a.txt", word));
    awaitFound(word, 1);

    admin.post(
        "projects/%s/repos/%s".formatted(project.key(), origin.slug()),
        "{'name':'fork-%s','project':{'key':'%s'}}".formatted(word, project.key()));
    String fork = project.key() + "/fork-" + word;
    await()
        .untilAsserted(() ->
            assertThat(
                    admin
                        .get("projects/%s/repos/fork-%s".formatted(project.key(), word))
                        .at("/state"))
                .isEqualTo("AVAILABLE"));
    GitFixture.in(local.git().getDirectory().toPath())
        .git(
            "push",
            "--quiet",
            server.cloneUrl(fork, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD),
            commit("two", file("b.txt", word)).name() + ":refs/heads/next");
    settle(
        Long.parseLong(
            admin.get("projects/%s/repos/fork-%s".formatted(project.key(), word)).at("/id")));

    assertThat(count(word)).isEqualTo(1);
  }

  @Test
  void isTheSameWhenTwoIndexAtOnce() throws Exception {
    List<Repository> repositories = new ArrayList<>();
    String word = word();
    for (int i = 0; i < 4; i++) {
      Repository repository = projects.repository();
      repositories.add(repository);
      push(repository, "main", file("a.txt", word + " " + i), file("b.txt", word));
    }
    try (ExecutorService nodes = Executors.newFixedThreadPool(3)) {
      List<Future<?>> runs = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        runs.add(nodes.submit(() -> server.get(SearchWork.class).run()));
      }
      for (Future<?> run : runs) {
        run.get();
      }
    }

    awaitFound(word, 8);
    assertThat(repositories)
        .allSatisfy(it -> assertThat(count(word + " repo:" + it.path())).isEqualTo(2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {".*(a+)+$ abc\\", "abc%_[", "'; drop table search_file; -- abc", "abc\\0"})
  void takesEveryCharacterForItself(String query) {
    assertThat(search(admin, query).status()).isEqualTo(200);
    assertThat(count(query)).isZero();
  }

  @Test
  void refusesWhatWouldCostALot() {
    assertThat(search(admin, "x").status()).isEqualTo(400);
    assertThat(search(admin, "y".repeat(10_000)).message()).contains("at most 250 characters");
    assertThat(search(admin, "").status()).isEqualTo(400);
  }

  @Test
  void findsCommitsOfAnIssueForWhoMayReadThem() throws IOException {
    String word = word();
    String key = word.toUpperCase(Locale.ROOT) + "-1";
    Repository open = projects.publicRepository();
    ObjectId first = commit(key + ": begin", file("a.txt", "1"));
    ObjectId second =
        local.commit("Go on\n\nSee (" + key + ").", List.of(first), file("a.txt", word));
    push(open, "main", second);
    push(projects.repository(), "main", "Hide " + key, file("b.txt", word));
    push(projects.publicRepository(), "main", "Not " + key + "2", file("c.txt", word));
    awaitFound(word, 3);
    String path = "/rest/jira/latest/issues/%s/commits".formatted(key);

    Response found = TestingRest.anonymous(server).get(path + "?maxChanges=1");

    assertThat(found.json().at("/values")).hasSize(2);
    assertThat(found.at("/values/0/toCommit/id")).isEqualTo(second.name());
    assertThat(found.at("/values/0/fromCommit/id")).isEqualTo(first.name());
    assertThat(found.at("/values/0/repository/slug")).isEqualTo(open.slug());
    assertThat(found.at("/values/0/changes/values/0/path/toString")).isEqualTo("a.txt");
    assertThat(found.at("/values/1/toCommit/id")).isEqualTo(first.name());
    assertThat(found.json().at("/values/1").has("fromCommit")).isFalse();
    assertThat(admin.get(path).json().at("/values")).hasSize(3);
    Response one = admin.get(path + "?limit=1");
    assertThat(one.json().at("/values")).hasSize(1);
    assertThat(one.at("/nextPageStart")).isEqualTo("2");
    Response wrong = admin.get("/rest/jira/latest/issues/%27or%201/commits");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.message()).contains("ABC-12", "\"'or 1\"");
  }

  @Test
  void findsCommitsByMessageAuthorAndId() throws IOException {
    Repository repository = projects.repository();
    String word = word();
    ObjectId commit = push(repository, "main", "Mend the " + word, file("a.txt", word));
    awaitFound(word, 1);
    CommitSearch commits = server.get(CommitSearch.class);
    Caller caller = TestingPeople.of(server).admin();

    for (String query :
        List.of(
            "MEND " + word,
            "ada@example.org repo:" + repository.path(),
            commit.name().substring(0, 9) + " repo:" + repository.path())) {
      assertThat(commits.find(caller, SearchQuery.parse(query), new PageRequest(0, 5)).values())
          .as(query)
          .extracting(hit -> hit.commit().id())
          .containsExactly(commit.name());
    }
  }

  @Test
  void findsRepositoriesByName() {
    Repository repository =
        projects.repository(projects.project(), NewRepository.named("found" + word()));

    Response found =
        admin.post(
            PATH, "{'query':'%s','entities':{'repositories':{}}}".formatted(repository.name()));

    assertThat(found.at("/repositories/category")).isEqualTo("primary");
    assertThat(found.at("/repositories/values/0/slug")).isEqualTo(repository.slug());
    assertThat(found.json().has("code")).isFalse();
  }

  @Test
  void leadsFromTheTopBarOnlyToWhatTheReaderMaySee() throws Exception {
    String name = "jump" + word();
    Repository open =
        projects.repository(
            projects.project(), new NewRepository(name + "open", null, null, true, true));
    projects.repository(projects.project(), NewRepository.named(name + "secret"));

    String anonymous = get("/jump?q=" + name);

    assertThat(anonymous).contains(open.slug()).doesNotContain("secret");
    assertThat(get("/jump?q=admin")).doesNotContain("People");
    assertThat(get("/jump?q=" + "x".repeat(5000))).contains("\"items\":[]");
    assertThat(get("/jump?q=a&in=" + name + "/nowhere")).contains("items");
    assertThat(get("/search?q=" + "%28".repeat(20))).contains("three letters or digits in a row");
    assertThat(get("/search?q=%3Cscript%3Ealert"))
        .contains("&lt;script&gt;alert")
        .doesNotContain("<script>alert");
  }

  private String get(String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(server.httpUrl() + path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private Response awaitFound(String query, int count) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> {
          server.get(SearchWork.class).run();
          assertThat(count(query)).isEqualTo(count);
        });
    return search(admin, query);
  }

  /** Waits until nothing of the repository is pending. */
  private void settle(long repositoryId) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> {
          server.get(SearchWork.class).run();
          assertThat(
                  server
                      .get(JdbcClient.class)
                      .sql(
                          """
                          select (select count(*) from outbox_event
                                   where listener in ('refs-moved', 'search')
                                     and repository_id = :repository)
                               + (select count(*) from search_state
                                   where stale_since is not null and repository_id = :repository)
                          """)
                      .param("repository", repositoryId)
                      .query(Integer.class)
                      .single())
              .isZero();
        });
  }

  private int count(String query) {
    return Integer.parseInt(search(admin, query).at("/code/count"));
  }

  private static Response search(TestingRest rest, String query) {
    return rest.post(
        PATH, "{'query':'" + query.replace("\\", "\\\\").replace("'", "\\u0027") + "'}");
  }

  private static String word() {
    return TestingProjects.name("needle") + "x";
  }

  private static TestingRepository.File file(String path, String content) {
    return TestingRepository.file(path, content);
  }

  private ObjectId push(Repository repository, String branch, TestingRepository.File... files)
      throws IOException {
    return push(repository, branch, "Change", files);
  }

  private ObjectId push(
      Repository repository, String branch, String message, TestingRepository.File... files)
      throws IOException {
    return push(repository, branch, commit(message, files));
  }

  private ObjectId push(Repository repository, String branch, ObjectId commit) {
    GitFixture.in(local.git().getDirectory().toPath())
        .git(
            "push",
            "--quiet",
            "--force",
            server.cloneUrl(repository),
            commit.name() + ":refs/heads/" + branch);
    return commit;
  }

  private ObjectId commit(String message, TestingRepository.File... files) throws IOException {
    return local.commit(message, List.of(), files);
  }
}
