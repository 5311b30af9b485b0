package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.NewUser;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Habits of real clients, which write and read in ways of their own. */
class ClientHabitsTest {

  private static final String PASSWORD = "correct horse battery";

  @TempDir Path directory;

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String path =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();

  @BeforeEach
  void push() {
    GitFixture git = GitFixture.workTree(directory);
    git.commit("README.md", "one\n");
    git.commit("src/a.txt", "two\n");
    git.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/master");
    git.git("checkout", "--quiet", "-b", "next");
    git.commit("README.md", "three\n");
    git.git("push", "--quiet", server.cloneUrl(repository), "HEAD:refs/heads/next");
  }

  @ParameterizedTest
  @CsvSource({
    "compare/diff/README.md?from=next&to=master,compare/diffREADME.md?from=next&to=master",
    "compare/diff/src/a.txt?from=next&to=master,compare/diffsrc/a.txt?from=next&to=master",
    "compare/diff-stats-summary/README.md?from=next&to=master,"
        + "compare/diff-stats-summaryREADME.md?from=next&to=master",
    "browse,browse/.",
    "browse/src,browse/./src",
    "files,files/.",
    "files,files/%2E",
    "last-modified?at=master,last-modified/.?at=master",
    "raw/README.md,raw/./README.md",
    "commits?path=,commits?path=.",
    "commits/master/diff/README.md,commits/master/diff/./README.md",
    "commits?limit=1&until=next,commits/?limit=1&until=next",
    "branches,branches/",
    "browse/src,browse/src/",
    "webhooks,webhooks/",
    "raw/README.md?at=next,raw/README.md?at=heads/next"
  })
  void answersTheSameToAnotherFormOfThePath(String known, String form) {
    Response expected = admin.get(path + "/" + known);
    Response found = admin.get(path + "/" + form);
    assertThat(expected.status()).as(expected.response().body()).isEqualTo(200);
    assertThat(found.status()).as(found.response().body()).isEqualTo(200);
    assertThat(found.response().body()).isEqualTo(expected.response().body());
  }

  @Test
  void whatAPullRequestKeepsIsReadByItsRefsAndByTheIdsOfItsCommits() {
    Response made =
        admin.post(
            path + "/pull-requests",
            "{'title':'Next','fromRef':{'id':'next'},'toRef':{'id':'master'}}");
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    GitFixture git = GitFixture.in(directory);
    git.git("push", "--quiet", server.cloneUrl(repository), ":refs/heads/next");
    String commit = git.git("rev-parse", "next");
    String ref = "pull-requests/" + made.at("/id") + "/from";
    for (String at : List.of(ref, "refs/" + ref, commit, commit.substring(0, 9))) {
      Response raw = admin.get(path + "/raw/README.md?at=" + at);
      assertThat(raw.response().body()).as(at).isEqualTo("three\n");
      assertThat(admin.get(path + "/browse/README.md?at=" + at).at("/lines/0/text"))
          .as(at)
          .isEqualTo("three");
      assertThat(admin.get(path + "/commits?limit=1&until=" + at).at("/values/0/id"))
          .as(at)
          .isEqualTo(commit);
    }
    assertThat(admin.get(path + "/commits/" + commit).at("/id")).isEqualTo(commit);
    assertThat(admin.post(path + "/commits/" + commit + "/comments", "{'text':'x'}").status())
        .isEqualTo(201);
    assertThat(admin.get(path + "/commits?until=" + ref + "~1").at("/values/0/id"))
        .isEqualTo(git.git("rev-parse", "next~1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"users/~%s/repos", "users/%s/repos", "projects/~%s/repos"})
  void aUsersRepositoriesAreThoseOfThePersonalProject(String form) {
    User user = people.createUser(TestingPeople.uniqueName("habit"), PASSWORD);
    TestingRest self = TestingRest.user(server, user.name(), PASSWORD);
    String repos = form.formatted(user.slug());
    Response made = self.post(repos, "{'name':'mine'}");
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    assertThat(self.get(repos).at("/values/0/slug")).isEqualTo("mine");
    assertThat(self.get(repos + "/mine").at("/project/owner/name")).isEqualTo(user.name());
    assertThat(self.get(repos + "/mine/branches").status()).isEqualTo(200);
    assertThat(self.put(repos + "/mine", "{'description':'new'}").at("/description"))
        .isEqualTo("new");
    assertThat(
            self.post("/rest/branch-utils/latest/" + repos + "/mine/branches", "{'name':'x'}")
                .status())
        .isEqualTo(400);
    assertThat(self.delete(repos + "/mine").status()).isEqualTo(202);
  }

  @Test
  void everybodyHasAnAddress() throws IOException {
    String name = TestingPeople.uniqueName("noaddress");
    User user = server.get(Accounts.class).create(NewUser.person(name, "No Address", null));
    Groups groups = server.get(Groups.class);
    groups.add(groups.findByName(Groups.DEFAULT).orElseThrow(), user);
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_WRITE);
    assertThat(admin.get("users/" + user.slug()).at("/emailAddress"))
        .isEqualTo(user.slug() + "@localhost");
    TestingRest self = TestingRest.token(server, people.token(user, Permission.REPO_WRITE));
    Response made =
        self.post(
            path + "/tags",
            "{'name':'made-%1$s','startPoint':'master','message':'m'}".formatted(name));
    assertThat(made.status()).as(made.response().body()).isEqualTo(200);
    GitFixture git = GitFixture.in(directory);
    git.git("fetch", "--quiet", "--tags", server.cloneUrl(repository));
    assertThat(git.git("cat-file", "tag", "made-" + name))
        .contains("tagger No Address <" + user.slug() + "@localhost>");
  }

  @Test
  void anUnknownGroupHasNoMembers() {
    Response response = admin.get("admin/groups/more-members?context=no-such-group");
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.at("/size")).isEqualTo("0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"branches?details=maybe", "branches?limit=many", "commits?withCounts=x"})
  void aWrongParameterNamesNoClass(String query) {
    Response response = admin.get(path + "/" + query);
    assertThat(response.status()).isEqualTo(400);
    assertThat(response.message()).isNotEmpty().doesNotContain("java.", "org.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"//rest/api/latest/projects", "/rest//api/latest/projects"})
  void doubleSlashesGetTheErrorForm(String url) throws IOException {
    assertErrorForm(send("GET " + url + " HTTP/1.1"));
  }

  @Test
  void aRequestLineThatIsTooLongGetsTheErrorForm() throws IOException {
    assertErrorForm(
        send("GET /rest/api/latest/projects?name=" + "x".repeat(300_000) + " HTTP/1.1"));
  }

  private static void assertErrorForm(String response) {
    assertThat(response.substring(0, Math.min(4000, response.length())))
        .startsWith("HTTP/1.1 4")
        .contains("Content-Type: application/json;charset=UTF-8")
        .contains("{\"errors\":[{");
  }

  private String send(String requestLine) throws IOException {
    try (Socket socket = new Socket("localhost", server.httpUrl().getPort())) {
      String head = requestLine + "\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      try {
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
      } catch (IOException e) {
        // It has read enough, and answered.
        assertThat(e).hasMessageContaining("Broken pipe");
      }
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void whatIsTheClientsBusinessIsNoWarning() {
    String key = repository.project().key();
    List<String> warnings =
        warnings(() ->
            assertThat(
                    Stream.of(
                        admin.post("projects", "{'key':'%1$s','name':'%1$s'}".formatted(key)),
                        admin.post(
                            "projects/" + key + "/repos", "{'name':'" + repository.slug() + "'}"),
                        admin.get(path + "/branches?limit=many"),
                        admin.get("projects?start=many"),
                        admin.get(path + "/pull-requests/x"),
                        admin.put(path + "/commits", "{}")))
                .allMatch(response -> response.status() / 100 == 4));
    assertThat(warnings).isEmpty();
  }

  /** What libraries warn of meanwhile. */
  private static List<String> warnings(Runnable calls) {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    root.addAppender(log);
    try {
      calls.run();
    } finally {
      root.detachAppender(log);
    }
    return log.list.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .filter(event -> event.getLoggerName().matches("org\\.(springframework|hibernate)\\..*"))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Test
  void anUnknownPathIsNoWarning() {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    root.addAppender(log);
    try {
      assertThat(admin.get("/rest/api/latest/nothing-is-here").status()).isEqualTo(404);
      assertThat(admin.get("/rest/no-such-api/1.0/x").status()).isEqualTo(404);
    } finally {
      root.detachAppender(log);
    }
    assertThat(log.list)
        .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .filteredOn(event -> event.getFormattedMessage().contains("no"))
        .isEmpty();
  }

  @Test
  void parametersAreDescribedOneByOne() {
    JsonNode document = TestingRest.anonymous(server).get("/rest/openapi.json").json();
    JsonNode branches =
        document
            .path("paths")
            .path("/rest/api/latest/projects/{projectKey}/repos/{slug}/branches")
            .path("get")
            .path("parameters");
    assertThat(branches.valueStream().map(parameter -> parameter.path("name").asString()))
        .contains("filterText", "orderBy", "boostMatches", "details", "base")
        .doesNotContain("wanted");
    assertThat(
            document
                .path("paths")
                .valueStream()
                .flatMap(JsonNode::valueStream)
                .flatMap(operation -> operation.path("parameters").valueStream())
                .filter(parameter -> parameter.path("in").asString().equals("query"))
                // A map of whatever names there are is none of those that are known.
                .filter(parameter -> !parameter.path("explode").asBoolean(false))
                .filter(parameter ->
                    parameter.path("schema").has("$ref")
                        || parameter.path("schema").path("type").asString("").equals("object"))
                .map(parameter -> parameter.path("name").asString()))
        .isEmpty();
  }

  @Test
  void theMailServerIsSpokenOfInBothForms() {
    Response set =
        admin.put(
            "admin/mail-server",
            "{'hostname':'mail.example.org','port':25,'protocol':'SMTP','use-start-tls':true,"
                + "'require-start-tls':true,'sender-address':'a@example.org'}");
    try {
      assertThat(set.status()).as(set.response().body()).isEqualTo(200);
      assertThat(set.at("/useStartTls")).isEqualTo("true");
      assertThat(set.at("/require-start-tls")).isEqualTo("true");
      assertThat(set.at("/requireStartTls")).isEqualTo("true");
      assertThat(set.at("/sender-address")).isEqualTo("a@example.org");
    } finally {
      admin.delete("admin/mail-server");
      admin.delete("admin/mail-server/sender-address");
    }
  }
}
