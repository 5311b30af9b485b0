package org.packhouse.app.source.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

/** Oddities that histories seldom have: a merge of three, copies, names that are no UTF-8. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OddHistoryRestTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String path =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();

  private String base = "";
  private String octopus = "";
  private String copies = "";
  private String latin = "";

  @BeforeAll
  void push(@TempDir Path directory) throws Exception {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      text.append("a line that is long enough to be known again %d\n".formatted(i));
    }
    base = git.commit("from.txt", text.toString());
    for (String branch : List.of("one", "two")) {
      git.git("checkout", "-q", "-b", branch, base);
      git.commit(branch + ".txt", branch + "\n");
    }
    git.git("checkout", "-q", "main");
    git.commit("main.txt", "main\n");
    git.git("merge", "-q", "--no-ff", "-m", "All three", "one", "two");
    octopus = git.git("rev-parse", "HEAD");
    git.git("mv", "from.txt", "to.txt");
    git.write("copy.txt", text + "and one more\n");
    copies = git.commitAll("Move and copy");
    // The shell writes the byte: Java's own names of files may be UTF-8 alone.
    git.git("config", "core.quotePath", "false");
    Process shell =
        new ProcessBuilder(
                "sh",
                "-c",
                "mkdir \"$(printf 'd\\351')\" && echo one > \"$(printf 'd\\351/caf\\351.txt')\"")
            .directory(git.directory().toFile())
            .start();
    assertThat(shell.waitFor()).isZero();
    latin = git.commitAll("A name of another time");
    assertThat(Files.isDirectory(git.directory())).isTrue();
    git.git(
        "push",
        "-q",
        server.get(RepositoryStorage.class).directory(repository.id()).toString(),
        "main");
  }

  /** Names of files that are text, and that a URL, a header or a pattern may take for another. */
  static List<String> oddNames() {
    List<String> names = new ArrayList<>();
    for (String odd :
        List.of(
            "\\",
            "\r",
            "\n",
            "\r\n",
            "\t",
            "\u0001",
            "\u007f",
            "\u0085",
            "\u2028",
            "\u2029",
            "\"",
            "'",
            "%",
            "%41",
            "%2F",
            "%5C",
            "+",
            " ",
            "?",
            "#",
            "&",
            ";",
            "=",
            ":",
            "*",
            "[a]",
            "{a}",
            "<",
            "|",
            "^",
            "`",
            "~",
            "\u00e9",
            "e\u0301",
            "\ud83d\ude00",
            "..",
            "\\..\\")) {
      names.add("a" + odd + "b");
      names.add("in" + odd + "side/" + odd + "b" + odd);
    }
    return names;
  }

  private String pushOdd(Path directory, Map<String, byte[]> files) {
    GitFixture git = GitFixture.workTree(directory);
    git.commit("README.md", "one\n");
    ByteArrayOutputStream index = new ByteArrayOutputStream();
    files.forEach((content, name) -> {
      byte[] blob = content.getBytes(StandardCharsets.UTF_8);
      String id =
          git.execute(List.of("git", "hash-object", "-w", "--stdin"), blob).output().strip();
      index.writeBytes(("100644 " + id + "\t").getBytes(StandardCharsets.UTF_8));
      index.writeBytes(name);
      index.write(0);
    });
    git.execute(List.of("git", "update-index", "--add", "-z", "--index-info"), index.toByteArray());
    git.git("commit", "--quiet", "-m", "Odd names");
    String commit = git.git("rev-parse", "HEAD");
    git.git("commit", "--quiet", "--allow-empty", "-m", "Something else");
    git.git("push", "--quiet", "--force", server.cloneUrl(repository), "HEAD:refs/heads/odd");
    return commit;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** What readers answer wrongly about a file of one line, as a suffix of paths and a query. */
  private List<String> wrong(String commit, String content, String suffix, String query) {
    List<String> wrong = new ArrayList<>();
    String at = "?at=" + commit + "&limit=1000";
    Map<String, String> reads = new LinkedHashMap<>();
    String more = query.startsWith("bytes=") ? "&" + query : "";
    reads.put("/raw" + suffix + at + more, content);
    reads.put("/browse" + suffix + at + more, content);
    reads.put("/browse" + suffix + at + more + "&blame=true", commit);
    reads.put("/last-modified" + suffix + at + more, commit);
    reads.put("/commits/" + commit + "/diff" + suffix + "?" + query, content);
    reads.put("/diff" + suffix + "?until=" + commit + more, content);
    reads.put("/commits?until=odd&" + query, "\"size\":1,\"limit\":25,\"isLastPage\":true");
    reads.put("/commits/odd?" + query, "\"id\":\"" + commit);
    reads.put("/archive?format=tar&at=" + commit + "&" + query, content);
    reads.forEach((read, expected) -> {
      Response response = admin.get(path + read);
      String body = response.response().body();
      if (response.status() != 200 || !body.contains(expected) || body.contains("README.md")) {
        wrong.add(read + ": " + response.status() + " " + body.lines().findFirst().orElse(""));
      }
    });
    return wrong;
  }

  @Test
  void whatIsListedIsReadByThePathAsItIsListed(@TempDir Path directory) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (String name : oddNames()) {
      files.put("content-%d.".formatted(files.size()), name.getBytes(StandardCharsets.UTF_8));
    }
    String commit = pushOdd(directory, files);
    List<String> listed = new ArrayList<>();
    get("/files?limit=1000&at=" + commit)
        .json()
        .at("/values")
        .forEach(name -> listed.add(name.asString()));
    List<String> wrong = new ArrayList<>();
    files.forEach((content, bytes) -> {
      String name = new String(bytes, StandardCharsets.UTF_8);
      assertThat(listed).contains(name);
      String suffix = "/" + encoded(name).replace("%2F", "/");
      wrong.addAll(wrong(commit, content, suffix, "path=" + encoded(name)));
    });
    assertThat(wrong).isEmpty();
  }

  @Test
  void namesThatAreNoTextAreReadByTheirBytes(@TempDir Path directory) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (String name : List.of("caf\u00e9", "d\u00e9/caf\u00e9", "\u00ff\\\n", "\u00c3(\u0080")) {
      files.put("bytes-%d.".formatted(files.size()), name.getBytes(StandardCharsets.ISO_8859_1));
    }
    String commit = pushOdd(directory, files);
    String listed = get("/files?limit=1000&at=" + commit).json().at("/values").toString();
    List<String> wrong = new ArrayList<>();
    files.forEach((content, bytes) -> {
      String latin = new String(bytes, StandardCharsets.ISO_8859_1);
      assertThat(listed).contains(latin.substring(0, 1));
      String once = URLEncoder.encode(latin, StandardCharsets.ISO_8859_1);
      wrong.addAll(wrong(commit, content, "/x", "bytes=" + encoded(once)));
    });
    assertThat(wrong).isEmpty();
  }

  private Response get(String rest) {
    Response response = admin.get(path + rest);
    assertThat(response.status()).as(response.response().body()).isEqualTo(200);
    return response;
  }

  @Test
  void comparesAMergeOfThreeWithItsFirstParent() {
    Response commit = get("/commits/" + octopus);
    assertThat(commit.json().at("/parents")).hasSize(3);
    Response changes = get("/commits/" + octopus + "/changes");
    assertThat(changes.at("/fromHash")).isEqualTo(commit.at("/parents/0/id"));
    assertThat(changes.json().at("/size").asInt()).isEqualTo(2);
    assertThat(changes.at("/values/0/path/toString")).isEqualTo("one.txt");
    assertThat(changes.at("/values/1/path/toString")).isEqualTo("two.txt");
    assertThat(get("/commits/" + octopus + "/diff").json().at("/diffs")).hasSize(2);
    String third = commit.at("/parents/2/id");
    Response fromThird = get("/commits/" + octopus + "/changes?since=" + third);
    assertThat(fromThird.json().at("/size").asInt()).isEqualTo(2);
    assertThat(get("/commits?until=" + octopus + "&merges=only").at("/values/0/id"))
        .isEqualTo(octopus);
    assertThat(get("/commits?until=" + octopus + "&since=" + base).json().at("/size").asInt())
        .isEqualTo(4);
    assertThat(get("/browse?at=" + octopus).json().at("/children/size").asInt()).isEqualTo(4);
  }

  @Test
  void tellsAMoveFromACopy() {
    Response changes = get("/commits/" + copies + "/changes");
    assertThat(changes.json().at("/size").asInt()).isEqualTo(2);
    assertThat(changes.at("/values/0/path/toString")).isEqualTo("copy.txt");
    assertThat(changes.at("/values/0/type")).isEqualTo("ADD");
    assertThat(changes.at("/values/1/type")).isEqualTo("MOVE");
    assertThat(changes.at("/values/1/srcPath/toString")).isEqualTo("from.txt");
    assertThat(changes.json().at("/values/1/percentUnchanged").asInt()).isEqualTo(100);
    Response moved = get("/commits/" + copies + "/diff/to.txt?autoSrcPath=true");
    assertThat(moved.at("/diffs/0/source/toString")).isEqualTo("from.txt");
    assertThat(moved.json().at("/diffs/0/hunks")).isEmpty();
    Response given = get("/commits/" + copies + "/diff/copy.txt?srcPath=from.txt");
    assertThat(given.at("/diffs/0/source/toString")).isEqualTo("from.txt");
    assertThat(given.response().body()).contains("and one more").doesNotContain("\"REMOVED\"");
  }

  @Test
  void readsNamesThatAreNoText() {
    Response changes = get("/commits/" + latin + "/changes");
    assertThat(changes.json().at("/size").asInt()).isOne();
    assertThat(changes.at("/values/0/type")).isEqualTo("ADD");
    assertThat(changes.at("/values/0/path/name")).startsWith("caf").endsWith(".txt");
    Response diff = get("/commits/" + latin + "/diff");
    assertThat(diff.at("/diffs/0/hunks/0/segments/0/lines/0/line")).isEqualTo("one");
    assertThat(diff.at("/diffs/0/destination/name")).startsWith("caf").endsWith(".txt");
    assertThat(get("/files").response().body()).contains("caf");
    assertThat(get("/browse").json().at("/children/values/0/path/name").asString()).startsWith("d");
    assertThat(get("/last-modified?at=" + latin).response().body()).contains(latin);
    assertThat(get("/archive?format=tar").response().body()).contains("one");
    for (String read : List.of("browse", "raw", "diff", "commits/" + latin + "/diff")) {
      Response refused = admin.get(path + "/" + read + "/d%E9/caf%E9.txt");
      assertThat(refused.status()).as(read).isEqualTo(400);
      assertThat(refused.at("/errors/0/message")).as(read).isNotEmpty();
    }
    assertThat(admin.get(path + "/browse/d%C3%A9/caf%C3%A9.txt").status()).isEqualTo(404);
  }
}
