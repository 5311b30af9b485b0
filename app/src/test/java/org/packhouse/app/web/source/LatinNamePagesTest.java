package org.packhouse.app.web.source;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/** Pages of a file whose name is no UTF-8, and whatever they lead to. */
class LatinNamePagesTest {

  private static final String BEFORE = "d\u00e9/caf\u00e9.txt";
  private static final String NAME = "d\u00e9/th\u00e9.txt";

  private static final String ENCODED = "d%25E9/th%25E9.txt";

  /** More than one piece of a file's page. */
  private static final int LINES = 2100;

  @TempDir private Path directory;
  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).repository();
  private final String base = Links.to(repository);
  private GitFixture git;
  private String begun = "";

  @BeforeEach
  void push() {
    git = GitFixture.workTree(directory.resolve("work"));
    git.commit("README.md", "one\n");
    String text = "a line that is known again\n".repeat(LINES);
    begun = commit(BEFORE, text, "Begin");
    git.execute(List.of("git", "update-index", "-z", "--index-info"), removal());
    commit(NAME, text + "main\n", "Move");
    git.git("push", "--quiet", server.cloneUrl(repository), "HEAD:main");
    commit(NAME, text + "topic\n", "Change on topic");
    git.git("push", "--quiet", server.cloneUrl(repository), "HEAD:topic");
    String body = "{'title':'Names','fromRef':{'id':'topic'},'toRef':{'id':'main'}}";
    String requests = base.substring(1) + "/pull-requests";
    assertThat(TestingRest.admin(server).post(requests, body).status()).isEqualTo(201);
  }

  private String commit(String name, String content, String message) {
    String id =
        git.execute(List.of("git", "hash-object", "-w", "--stdin"), content.getBytes(UTF_8))
            .output()
            .strip();
    ByteArrayOutputStream index = new ByteArrayOutputStream();
    index.writeBytes(("100644 " + id + "\t").getBytes(UTF_8));
    index.writeBytes(name.getBytes(ISO_8859_1));
    index.write(0);
    git.execute(List.of("git", "update-index", "-z", "--index-info"), index.toByteArray());
    git.git("commit", "--quiet", "-m", message);
    return git.git("rev-parse", "HEAD").strip();
  }

  private static byte[] removal() {
    ByteArrayOutputStream index = new ByteArrayOutputStream();
    index.writeBytes(("0 " + "0".repeat(40) + "\t").getBytes(UTF_8));
    index.writeBytes(BEFORE.getBytes(ISO_8859_1));
    index.write(0);
    return index.toByteArray();
  }

  /** All links of the repository that lead to something by that name, followed from its pages. */
  private Map<String, String> followed(TestingBrowser browser) {
    Pattern link = Pattern.compile("=\"(" + base + "/[^\"#]*bytes=[^\"#]*)");
    Map<String, String> seen = new LinkedHashMap<>();
    Deque<String> ahead = new ArrayDeque<>();
    for (String page :
        List.of(
            "/browse?at=topic",
            "/browse",
            "/commits/topic",
            "/commits/main",
            "/compare/diff?sourceBranch=topic&targetBranch=main",
            "/pull-requests/1/diff")) {
      ahead.add(base + page);
    }
    while (!ahead.isEmpty()) {
      String page = ahead.poll();
      HttpResponse<String> response = browser.get(page);
      assertThat(response.statusCode()).as(page).isEqualTo(200);
      seen.put(page, response.body());
      Matcher links = link.matcher(response.body());
      while (links.find()) {
        String next = links.group(1).replace("&amp;", "&");
        if (!seen.containsKey(next) && !ahead.contains(next)) {
          ahead.add(next);
        }
      }
    }
    return seen;
  }

  @Test
  void leadToAllThatThereIsOfIt() {
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      Map<String, String> seen = followed(browser);
      for (String page : List.of("/commits/topic", "/pull-requests/1/diff")) {
        assertThat(seen.get(base + page)).as(page).contains("topic", "th\u00e9.txt");
        assertThat(seen.get(base + page)).as("comments name files by text").doesNotContain("/new?");
      }
      String topic = "?at=refs/heads/topic&bytes=" + ENCODED;
      for (String page : List.of("raw", "edit", "delete", "browse", "commits")) {
        assertThat(seen).containsKey(base + "/" + page + topic);
      }
      assertThat(seen.get(base + "/raw" + topic)).endsWith("again\ntopic\n");
      assertThat(seen.get(base + "/edit" + topic)).contains("again\ntopic\n");
      assertThat(seen.get(base + "/commits" + topic)).contains("Change on topic", "Move", "Begin");
      assertThat(seen.get(base + "/browse" + topic + "&blame=true")).contains(begun);
      assertThat(seen).containsKey(base + "/browse" + topic + "&blame=true&start=2000");
    }
  }

  /** So no page offers it. */
  @Test
  void areNotCommentedByTheirNamesAsText() {
    String body =
        "{'text':'Odd.','anchor':{'path':'%s','line':%d,'lineType':'ADDED','fileType':'TO'}}"
            .formatted(NAME, LINES + 1);
    String comments = base.substring(1) + "/pull-requests/1/comments";
    var refused = TestingRest.admin(server).post(comments, body);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.message()).contains("is not in the diff");
  }

  @Test
  void saveWhatIsEditedUnderItsName() {
    String main = "?at=refs/heads/main&bytes=" + ENCODED;
    try (TestingBrowser browser = TestingBrowser.admin(server)) {
      String[] fields = {"path", NAME, "content", "edited", "known", ""};
      fields[5] = git.git("rev-parse", "HEAD~1").strip();
      HttpResponse<String> saved =
          browser.submitParts(base + "/edit" + main, base + "/edit" + main, fields);
      assertThat(saved.statusCode()).as(saved.body()).isEqualTo(200);
      assertThat(saved.uri().toString()).contains("bytes=" + ENCODED);
      assertThat(browser.get(base + "/raw" + main).body().strip()).isEqualTo("edited");
      assertThat(browser.get(base + "/browse?bytes=d%25E9").body()).doesNotContain("d%C3%A9");
    }
  }
}
