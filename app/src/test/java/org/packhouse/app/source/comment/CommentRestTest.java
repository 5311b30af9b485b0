package org.packhouse.app.source.comment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

class CommentRestTest {

  private static final String PASSWORD = "a-password-of-tests";

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String path =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();

  @TempDir Path directory;
  private GitFixture git;
  private String first;
  private String commit;
  private String comments;

  @BeforeEach
  void push() {
    git = GitFixture.workTree(directory.resolve("work"));
    first = git.write("gone.txt", "g\n").commit("src/a.txt", "one\n");
    git.git("rm", "-q", "gone.txt");
    commit = git.commit("src/a.txt", "one\ntwo\n");
    git.git("push", "-q", server.cloneUrl(repository), "main", "main:refs/heads/topic");
    comments = path + "/commits/" + commit + "/comments";
  }

  private TestingRest reader(Permission permission) {
    User user = people.createUser(TestingProjects.name("carla"), PASSWORD);
    people.grant(user, new RepositoryId(repository.id()), permission);
    return TestingRest.user(server, user.name(), PASSWORD);
  }

  private static long id(Response response) {
    assertThat(response.status()).as(response.response().body()).isEqualTo(201);
    return response.json().at("/id").asLong();
  }

  @Test
  void keepsThreadsWithTheirAnswers() {
    TestingRest reader = reader(Permission.REPO_READ);
    long one = id(reader.post(comments, "{'text':'Why two?'}"));
    long two = id(admin.post(comments, "{'text':'Because','parent':{'id':%d}}".formatted(one)));
    long three = id(reader.post(comments, "{'text':'Ah','parent':{'id':%d}}".formatted(two)));
    long four = id(admin.post(comments, "{'text':'Also','severity':'BLOCKER'}"));

    Response all = reader.get(comments);
    assertThat(all.json().at("/size").asInt()).isEqualTo(2);
    assertThat(all.json().at("/values/0/id").asLong()).isEqualTo(one);
    assertThat(all.at("/values/0/text")).isEqualTo("Why two?");
    assertThat(all.at("/values/0/author/slug")).startsWith("carla");
    assertThat(all.at("/values/0/author/links/self/0/href")).contains("/users/carla");
    assertThat(all.json().at("/values/0/version").asInt()).isZero();
    assertThat(all.json().at("/values/0/createdDate").asLong()).isPositive();
    assertThat(all.at("/values/0/severity")).isEqualTo("NORMAL");
    assertThat(all.at("/values/0/state")).isEqualTo("OPEN");
    assertThat(all.json().at("/values/0/properties/repositoryId").asLong())
        .isEqualTo(repository.id());
    assertThat(all.json().at("/values/0/permittedOperations/editable").asBoolean()).isTrue();
    assertThat(all.json().at("/values/0/permittedOperations/deletable").asBoolean()).isFalse();
    assertThat(all.json().at("/values/0/comments/0/id").asLong()).isEqualTo(two);
    assertThat(all.json().at("/values/0/comments/0/comments/0/id").asLong()).isEqualTo(three);
    assertThat(all.json().at("/values/1/id").asLong()).isEqualTo(four);
    assertThat(all.at("/values/1/severity")).isEqualTo("BLOCKER");
    assertThat(reader.get(comments + "?limit=1").json().at("/nextPageStart").asInt()).isEqualTo(1);
    assertThat(reader.get(comments + "?start=1").json().at("/values/0/id").asLong())
        .isEqualTo(four);
    assertThat(reader.get(comments + "/" + two).json().at("/comments/0/id").asLong())
        .isEqualTo(three);
  }

  @Test
  void takesTheFormThatSomeClientsSend() throws IOException, InterruptedException {
    HttpResponse<String> response = form("text=Build+%231+%E2%9C%93&more=x");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(admin.get(comments).at("/values/0/text")).isEqualTo("Build #1 \u2713");
    assertThat(form("other=x").statusCode()).isEqualTo(400);
    assertThat(form("text=" + "x".repeat(40_000)).statusCode()).isEqualTo(400);
  }

  private HttpResponse<String> form(String body) throws IOException, InterruptedException {
    String pair = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.httpUrl() + "/rest/api/1.0/" + comments))
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("X-Atlassian-Token", "no-check")
            .POST(BodyPublishers.ofString(body))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, BodyHandlers.ofString());
    }
  }

  @Test
  void standsWhereItWasPut() {
    Response line =
        admin.post(
            comments, "{'text':'x','anchor':{'path':'src/a.txt','line':2,'lineType':'ADDED'}}");
    id(line);
    assertThat(line.at("/anchor/path")).isEqualTo("src/a.txt");
    assertThat(line.json().at("/anchor/line").asInt()).isEqualTo(2);
    assertThat(line.at("/anchor/fileType")).isEqualTo("TO");
    assertThat(line.at("/anchor/fromHash")).isEqualTo(first);
    assertThat(line.at("/anchor/toHash")).isEqualTo(commit);
    assertThat(line.at("/anchor/diffType")).isEqualTo("COMMIT");
    Response removed =
        admin.post(
            comments,
            "{'text':'x','anchor':{'path':{'components':['gone.txt']},'line':1,'lineType':'REMOVED'}}");
    id(removed);
    assertThat(removed.at("/anchor/fileType")).isEqualTo("FROM");
    id(admin.post(comments, "{'text':'general'}"));
    assertThat(admin.get(comments + "?path=src/a.txt").json().at("/size").asInt()).isEqualTo(1);
    assertThat(admin.get(comments + "?path=none").json().at("/size").asInt()).isZero();
    assertThat(admin.get(comments).json().at("/size").asInt()).isEqualTo(3);

    for (String anchor :
        List.of(
            "{'path':'none'}",
            "{'path':'src'}",
            "{'path':'../x'}",
            "{'path':5}",
            "{'line':1}",
            "{'path':'src/a.txt','line':0}",
            "{'path':'src/a.txt','line':-1}",
            "{'path':'src/a.txt','line':99999999999}",
            "{'path':'src/a.txt','line':1,'lineType':'ODD'}",
            "{'path':'src/a.txt','toHash':'" + first + "'}")) {
      Response bad = admin.post(comments, "{'text':'x','anchor':%s}".formatted(anchor));
      assertThat(bad.status()).as(anchor).isEqualTo(400);
    }
    assertThat(
            admin
                .post(comments + "?since=nowhere", "{'text':'x','anchor':{'path':'src/a.txt'}}")
                .status())
        .isEqualTo(404);
  }

  @Test
  void changesOnlyWhatItsReaderKnows() {
    TestingRest reader = reader(Permission.REPO_READ);
    String one = comments + "/" + id(reader.post(comments, "{'text':'First'}"));
    Response changed = reader.put(one, "{'text':'Second','version':0}");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.at("/text")).isEqualTo("Second");
    assertThat(changed.json().at("/version").asInt()).isEqualTo(1);
    for (String stale : List.of("{'text':'x','version':0}", "{'text':'x'}")) {
      Response refused = reader.put(one, stale);
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.at("/errors/0/exceptionName"))
          .isEqualTo("com.atlassian.bitbucket.comment.CommentOutOfDateException");
    }
    assertThat(admin.put(one, "{'text':'Not mine','version':1}").status()).isEqualTo(401);
    Response resolved = admin.put(one, "{'state':'RESOLVED','version':1}");
    assertThat(resolved.at("/state")).isEqualTo("RESOLVED");
    assertThat(resolved.at("/resolver/name")).isEqualTo("admin");
    assertThat(resolved.json().at("/resolvedDate").asLong()).isPositive();
    Response settled = reader.put(one, "{'threadResolved':true,'state':'OPEN','version':2}");
    assertThat(settled.json().at("/threadResolved").asBoolean()).isTrue();
    assertThat(settled.json().has("resolver")).isFalse();
    assertThat(admin.put(one, "{'severity':'BLOCKER','version':3}").at("/severity"))
        .isEqualTo("BLOCKER");
    TestingRest other = reader(Permission.REPO_WRITE);
    assertThat(other.put(one, "{'severity':'NORMAL','version':4}").status()).isEqualTo(401);
    assertThat(other.put(one, "{'state':'DONE','version':4}").status()).isEqualTo(400);
    assertThat(other.put(one, "{'text':7,'version':'x'}").status()).isEqualTo(400);
  }

  @Test
  void deletesNothingThatIsAnswered() {
    TestingRest reader = reader(Permission.REPO_READ);
    TestingRest other = reader(Permission.REPO_WRITE);
    long id = id(reader.post(comments, "{'text':'One'}"));
    String one = comments + "/" + id;
    String two =
        comments + "/" + id(other.post(comments, "{'text':'2','parent':{'id':%d}}".formatted(id)));
    Response answered = reader.delete(one + "?version=0");
    assertThat(answered.status()).isEqualTo(409);
    assertThat(answered.at("/errors/0/exceptionName")).endsWith("comment.CommentDeletionException");
    assertThat(reader.delete(two + "?version=0").status()).isEqualTo(401);
    assertThat(other.delete(two + "?version=7").status()).isEqualTo(409);
    assertThat(other.delete(two).status()).isEqualTo(409);
    assertThat(other.delete(two + "?version=x").status()).isEqualTo(400);
    assertThat(admin.delete(two + "?version=0").status()).isEqualTo(204);
    assertThat(reader.delete(one + "?version=0").status()).isEqualTo(204);
    assertThat(reader.get(one).status()).isEqualTo(404);
    assertThat(reader.get(one).at("/errors/0/exceptionName"))
        .isEqualTo("com.atlassian.bitbucket.comment.NoSuchCommentException");
  }

  @Test
  void refusesWhatIsNoComment() {
    for (String body :
        List.of(
            "{}",
            "{'text':''}",
            "{'text':' '}",
            "{'text':'a\\u0000b'}",
            "{'text':'" + "x".repeat(32_769) + "'}",
            "{'text':'x','severity':'HUGE'}")) {
      assertThat(admin.post(comments, body).status()).isEqualTo(400);
    }
    id(admin.post(comments, "{'text':'" + "x".repeat(32_768) + "','odd':[1]}"));
    assertThat(admin.post(comments, "{'text':'x','parent':{'id':999999999}}").status())
        .isEqualTo(404);
    assertThat(admin.get(comments + "/1e9").status()).isEqualTo(400);
    assertThat(admin.get(comments + "/-1").status()).isEqualTo(404);
    for (String unknown : List.of("1".repeat(40), "nowhere", "zz..")) {
      String there = path + "/commits/" + unknown + "/comments";
      assertThat(admin.get(there).status()).as(unknown).isEqualTo(404);
      assertThat(admin.post(there, "{'text':'x'}").status()).as(unknown).isEqualTo(404);
    }
    assertThat(TestingRest.anonymous(server).post(comments, "{'text':'x'}").status())
        .isEqualTo(401);
    String elsewhere = path + "/commits/" + first + "/comments/";
    long id = id(admin.post(comments, "{'text':'here'}"));
    assertThat(admin.get(elsewhere + id).status()).isEqualTo(404);
  }

  @Test
  void keepsACommitThatWasCommentedOn() throws IOException {
    GitFixture bare = GitFixture.in(server.get(RepositoryStorage.class).directory(repository.id()));
    id(admin.post(comments, "{'text':'x'}"));
    git.git(
        "push",
        "-q",
        "--force",
        server.cloneUrl(repository),
        first + ":refs/heads/main",
        ":refs/heads/topic");
    bare.git("reflog", "expire", "--expire=now", "--all");
    bare.git("gc", "--quiet", "--prune=now");
    assertThat(bare.git("cat-file", "-t", commit)).isEqualTo("commit");
    assertThat(git.git("ls-remote", server.cloneUrl(repository)))
        .doesNotContain(commit)
        .doesNotContain("packhouse");
    assertThat(
            git.run("push", server.cloneUrl(repository), commit + ":refs/packhouse/keep/x")
                .exitCode())
        .isNotZero();
    assertThat(admin.get(comments).json().at("/size").asInt()).isEqualTo(1);
    assertThat(admin.post(comments, "{'text':'still'}").status()).isEqualTo(201);
  }

  @Test
  void watchesTwiceAndStopsTwice() {
    TestingRest reader = reader(Permission.REPO_READ);
    for (String watch : List.of(path + "/watch", path + "/commits/" + commit + "/watch")) {
      for (int i = 0; i < 2; i++) {
        assertThat(reader.send("POST", watch, null).status()).isEqualTo(204);
        assertThat(reader.post(watch, "{}").status()).isEqualTo(204);
      }
      for (int i = 0; i < 2; i++) {
        assertThat(reader.delete(watch).status()).isEqualTo(204);
      }
      assertThat(TestingRest.anonymous(server).post(watch, "{}").status()).isEqualTo(401);
    }
    assertThat(reader.post(path + "/commits/nowhere/watch", "{}").status()).isEqualTo(404);
  }
}
