package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/** The pages that show what differs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ComparePagesTest {

  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).publicRepository();
  private final String home = Links.to(repository);
  private String change = "";

  @BeforeAll
  void push(@TempDir Path directory) {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.commit("a.txt", "one two three\n<b>\n" + "a longer rest\n".repeat(9));
    git.git("checkout", "-q", "-b", "feature/x");
    git.write("a.txt", "one 2 three\n<b>\n" + "a longer rest\n".repeat(9));
    change = git.commitAll("Count with a digit");
    git.git("mv", "a.txt", "b.txt");
    git.commitAll("Move it");
    git.git(
        "push",
        "-q",
        server.get(RepositoryStorage.class).directory(repository.id()).toString(),
        "main",
        "feature/x");
  }

  @Test
  void marksTheWordsThatDiffer() throws Exception {
    String page = get("/commits/" + change).body();
    assertThat(page)
        .contains("one <span class=\"word\">two</span> three")
        .contains("one <span class=\"word\">2</span> three")
        .contains("&lt;b&gt;")
        .doesNotContain("<b>\n");
    String split = get("/commits/" + change + "?view=split").body();
    assertThat(split).contains("class=\"diff split\"").contains("<span class=\"word\">2</span>");
  }

  @Test
  void showsWhatIsSaidOfAFileAndOfALineWhereItStands() throws Exception {
    say("{'text':'Why <i>2</i>?','anchor':{'path':'a.txt','line':1,'lineType':'ADDED'}}");
    say("{'text':'Of the file','anchor':{'path':'a.txt'}}");
    for (String look : List.of("", "?view=split")) {
      String page = get("/commits/" + change + look).body();
      int line = page.indexOf("<span class=\"word\">2</span>");
      assertThat(page.indexOf("Why &lt;i&gt;2&lt;/i&gt;?")).isGreaterThan(line);
      assertThat(page.indexOf("Of the file")).isPositive().isLessThan(line);
      assertThat(page.split("Why &lt;i&gt;2", -1)).hasSize(2);
      assertThat(page).contains("/commits/" + change + "/comments#comment-");
    }
  }

  private void say(String body) {
    String path = "projects/%s/repos/%s".formatted(repository.project().key(), repository.slug());
    TestingRest admin = TestingRest.admin(server);
    assertThat(admin.post(path + "/commits/" + change + "/comments", body).status()).isEqualTo(201);
  }

  @Test
  void comparesBranches() throws Exception {
    String diff = get("/compare/diff?sourceBranch=feature/x").body();
    assertThat(diff).contains("a.txt → b.txt").contains("targetBranch=refs/heads/main");
    String commits = get("/compare/commits?sourceBranch=refs/heads/feature/x").body();
    assertThat(commits).contains("Count with a digit").contains("Move it");
    assertThat(get("/compare/diff?sourceBranch=main&targetBranch=feature/x").body())
        .contains("No file differs");
  }

  @Test
  void saysWhatIsNotThere() throws Exception {
    HttpResponse<String> unknown = get("/compare/diff?sourceBranch=no%3Cne&targetBranch=main");
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body())
        .contains("There is no branch, tag or reachable commit &#39;no&lt;ne&#39;");
    assertThat(get("/compare").statusCode()).isEqualTo(200);
    assertThat(get("/compare/commits?start=many").statusCode()).isEqualTo(400);
  }

  @Test
  void followsAFileToWhereItWas() throws Exception {
    assertThat(get("/commits?at=feature/x&path=b.txt").body())
        .contains("Move it")
        .contains("Count with a digit");
  }

  private HttpResponse<String> get(String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(server.httpUrl() + home + path)).build(),
            BodyHandlers.ofString());
  }
}
