package org.packhouse.app.source.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DiffRestTest {

  private static final String SUBMODULE = "1234567890123456789012345678901234567890";

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).publicRepository();
  private final Repository other = TestingProjects.in(server).publicRepository();
  private final String path = place(repository);

  private GitFixture git = GitFixture.in(Path.of("."));
  private String first = "";
  private String second = "";

  @BeforeAll
  void push(@TempDir Path directory) throws IOException {
    git = GitFixture.workTree(directory.resolve("work"));
    git.write("moved.txt", numbers(1, 60)).write("gone.txt", "bye\n").write("run", "x\n");
    git.write("space name.txt", "a  b\nend").write("caf\u00e9 \"q\".txt", "x\n");
    Files.write(git.directory().resolve("data.bin"), new byte[] {0, 1, 2, 3});
    first = git.commitAll("Begin");
    git.git("mv", "moved.txt", "elsewhere.txt");
    git.git("rm", "-q", "gone.txt");
    git.write("elsewhere.txt", numbers(1, 60).replace("30\n", "thirty\n"));
    git.write("space name.txt", "a b\nend\n").write("caf\u00e9 \"q\".txt", "y\n");
    git.git("update-index", "--chmod=+x", "run");
    Files.setPosixFilePermissions(
        git.directory().resolve("run"),
        java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.write(git.directory().resolve("data.bin"), random());
    Files.createSymbolicLink(git.directory().resolve("link"), Path.of("run"));
    git.git("add", "--all");
    git.git("update-index", "--add", "--cacheinfo", "160000," + SUBMODULE + ",module");
    git.with("GIT_AUTHOR_NAME", "J\u00fcrgen, der \u00c4lteste")
        .git("commit", "-q", "-m", "Change \u00fcber all\n\nWith a body.");
    second = git.git("rev-parse", "HEAD");
    git.git("checkout", "-q", "--orphan", "apart");
    git.git("commit", "-q", "-m", "Apart");
    git.git("push", "-q", bare(repository), "main", "apart", first + ":refs/heads/old");
    git.git("push", "-q", bare(other), second + ":refs/heads/theirs");
  }

  @Test
  void listsChanges() {
    Response changes = admin.get(path + "/commits/main/changes");
    assertThat(changes.at("/fromHash")).isEqualTo(first);
    assertThat(changes.at("/toHash")).isEqualTo(second);
    assertThat(described(changes))
        .containsExactlyInAnyOrder(
            "MODIFY caf\u00e9 \"q\".txt",
            "MODIFY data.bin",
            "MOVE elsewhere.txt",
            "DELETE gone.txt",
            "ADD link",
            "ADD module",
            "MODIFY run",
            "MODIFY space name.txt");
    assertThat(changes.at("/values/2/srcPath/toString")).isEqualTo("moved.txt");
    assertThat(changes.json().at("/values/2/percentUnchanged").asInt()).isBetween(90, 99);
    assertThat(changes.at("/values/2/properties/gitChangeType")).isEqualTo("RENAME");
    assertThat(changes.at("/values/5/nodeType")).isEqualTo("SUBMODULE");
    assertThat(changes.at("/values/5/contentId")).isEqualTo(SUBMODULE);
    assertThat(changes.json().at("/values/6/executable").asBoolean()).isTrue();
    assertThat(changes.json().at("/values/6/srcExecutable").asBoolean()).isFalse();
    Response page = admin.get(path + "/changes?since=" + first + "&until=main&start=2&limit=1");
    assertThat(described(page)).containsExactly("MOVE elsewhere.txt");
    assertThat(page.json().at("/nextPageStart").asInt()).isEqualTo(3);
    Response root = admin.get(path + "/commits/old/changes");
    assertThat(root.json().at("/fromHash").isNull()).isTrue();
    assertThat(root.json().at("/size").asInt()).isEqualTo(6);
  }

  @Test
  void showsHunks() {
    Response diff = admin.get(path + "/commits/main/diff/elsewhere.txt?autoSrcPath=true");
    assertThat(diff.at("/whitespace")).isEqualTo("SHOW");
    assertThat(diff.json().at("/contextLines").asInt()).isEqualTo(10);
    assertThat(diff.at("/diffs/0/source/toString")).isEqualTo("moved.txt");
    assertThat(diff.at("/diffs/0/destination/name")).isEqualTo("elsewhere.txt");
    var hunk = diff.json().at("/diffs/0/hunks/0");
    assertThat(hunk.at("/sourceLine").asInt()).isEqualTo(20);
    assertThat(hunk.at("/destinationSpan").asInt()).isEqualTo(21);
    assertThat(hunk.at("/segments/1/type").asString()).isEqualTo("REMOVED");
    assertThat(hunk.at("/segments/2/lines/0/line").asString()).isEqualTo("thirty");
    assertThat(hunk.at("/segments/2/lines/0/source").asInt()).isEqualTo(31);
    assertThat(hunk.at("/segments/2/lines/0/destination").asInt()).isEqualTo(30);
    assertThat(hunk.at("/segments/2/truncated").asBoolean()).isFalse();
    Response source = admin.get(path + "/diff/elsewhere.txt?srcPath=moved.txt&contextLines=0");
    assertThat(source.json().at("/diffs/0/hunks/0/sourceSpan").asInt()).isEqualTo(1);
    Response alone = admin.get(path + "/diff/elsewhere.txt");
    assertThat(alone.json().at("/diffs/0/source").isNull()).isTrue();
    assertThat(admin.get(path + "/diff/data.bin").json().at("/diffs/0/binary").asBoolean())
        .isTrue();
    assertThat(admin.get(path + "/diff/space%20name.txt?whitespace=ignore-all").json().at("/diffs"))
        .isEmpty();
    assertThat(admin.get(path + "/diff/none.txt").at("/errors/0/exceptionName"))
        .endsWith("NoSuchPathException");
  }

  @Test
  void countsLines() {
    Response stats = admin.get(path + "/commits/main/diff-stats-summary/elsewhere.txt");
    assertThat(stats.json().at("/additions").asInt()).isEqualTo(60);
    stats = admin.get(path + "/compare/diff-stats-summary?from=main&to=old");
    assertThat(stats.json().at("/filesChanged").asInt()).isEqualTo(8);
    assertThat(stats.json().at("/truncated").asBoolean()).isFalse();
  }

  @Test
  void writesDiffsAsGitDoes() throws Exception {
    String expected =
        git.run("diff", "--histogram", "--no-indent-heuristic", "-M", "--full-index", first, second)
            .output();
    for (String call :
        List.of("/commits/main/diff", "/diff?since=old", "/compare/diff?from=main&to=old")) {
      HttpResponse<byte[]> response = bytes(call, "text/plain");
      assertThat(response.headers().firstValue("Content-Type").orElseThrow())
          .startsWith("text/plain");
      assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo(expected);
    }
    assertThat(bytes("/diff", "application/json, text/plain").headers().firstValue("Content-Type"))
        .hasValue("application/json;charset=UTF-8");
  }

  @Test
  void writesPatchesThatGitTakes(@TempDir Path directory) throws Exception {
    for (String call : List.of("/patch?since=old", "/patch?allAncestors=true", "/patch")) {
      byte[] patch = bytes(call, "*/*").body();
      GitFixture target = GitFixture.workTree(directory.resolve("work" + patch.length));
      if (!call.contains("allAncestors")) {
        target.git("fetch", "-q", bare(repository), "old");
        target.git("reset", "-q", "--hard", "FETCH_HEAD");
      }
      GitFixture.Result applied = target.execute(List.of("git", "am", "-q"), patch);
      assertThat(applied.exitCode()).as(applied.errors()).isZero();
      assertThat(target.git("rev-parse", "HEAD^{tree}"))
          .isEqualTo(git.git("rev-parse", second + "^{tree}"));
      assertThat(target.git("log", "-1", "--format=%an%n%B"))
          .isEqualTo("J\u00fcrgen, der \u00c4lteste\nChange \u00fcber all\n\nWith a body.");
    }
  }

  @Test
  void followsEmptyFilesAndLeavesEmptyCommitsOutAsGitDoes(@TempDir Path directory)
      throws Exception {
    GitFixture work = GitFixture.workTree(directory.resolve("empty"));
    String base = work.write("__init__.py", "").write("old/empty", "").commitAll("Begin");
    work.commitAll("Nothing");
    work.git("mv", "old/empty", "new");
    work.git("mv", "__init__.py", "package.py");
    String moved = work.commitAll("Move");
    work.commitAll("Nothing again");
    work.git("push", "-q", bare(repository), "HEAD:refs/heads/empty");
    String diff =
        new String(
            bytes("/diff?since=" + base + "&until=" + moved, "text/plain").body(),
            StandardCharsets.UTF_8);
    assertThat(
            diff.lines().filter(line -> line.startsWith("rename") || line.startsWith("similarity")))
        .containsExactlyElementsOf(
            work.git("diff", "-M", base, moved)
                .lines()
                .filter(line -> line.startsWith("rename") || line.startsWith("similarity"))
                .toList())
        .hasSize(6);
    byte[] patch = bytes("/patch?since=" + base + "&until=empty", "*/*").body();
    assertThat(subjects(new String(patch, StandardCharsets.UTF_8)))
        .isEqualTo(subjects(work.git("format-patch", "--stdout", base + "..HEAD")))
        .hasSize(1);
    assertThat(bytes("/patch?until=empty", "*/*").body()).isEmpty();
    work.git("reset", "-q", "--hard", base);
    GitFixture.Result applied = work.execute(List.of("git", "am", "-q"), patch);
    assertThat(applied.exitCode()).as(applied.errors()).isZero();
  }

  private static List<String> subjects(String patch) {
    return patch.lines().filter(line -> line.startsWith("Subject: ")).toList();
  }

  @Test
  void comparesWithinAndBetweenRepositories() {
    Response commits = admin.get(path + "/compare/commits?from=main&to=old");
    assertThat(commits.at("/values/0/id")).isEqualTo(second);
    assertThat(commits.json().at("/size").asInt()).isEqualTo(1);
    Response unrelated = admin.get(path + "/compare/changes?from=apart&to=main");
    assertThat(unrelated.status()).isEqualTo(200);
    for (String place : List.of(other.path(), Long.toString(other.id()))) {
      Response across = admin.get(path + "/compare/changes?from=theirs&to=old&fromRepo=" + place);
      assertThat(across.at("/toHash")).isEqualTo(second);
      assertThat(described(across)).hasSize(8);
    }
    assertThat(admin.get(path + "/compare/diff?from=theirs&fromRepo=NONE/none").status())
        .isEqualTo(404);
    assertThat(admin.get(path + "/compare/diff?from=theirs&fromRepo=999999").status())
        .isEqualTo(404);
  }

  private static List<String> described(Response changes) {
    return changes
        .json()
        .at("/values")
        .valueStream()
        .map(value -> value.at("/type").asString() + " " + value.at("/path/toString").asString())
        .toList();
  }

  private HttpResponse<byte[]> bytes(String call, String accept) throws Exception {
    URI uri = URI.create(server.httpUrl() + "/rest/api/latest/" + path + call);
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(uri).header("Accept", accept).build(),
            BodyHandlers.ofByteArray());
  }

  private static byte[] random() {
    byte[] bytes = new byte[5000];
    new java.util.Random(1).nextBytes(bytes);
    return bytes;
  }

  private String bare(Repository target) {
    return server.get(RepositoryStorage.class).directory(target.id()).toString();
  }

  private static String place(Repository target) {
    return "projects/" + target.project().key() + "/repos/" + target.slug();
  }

  private static String numbers(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(i -> i + "\n").collect(Collectors.joining());
  }
}
