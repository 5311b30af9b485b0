package org.packhouse.app.source.browse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrowseRestTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final TestingProjects testing = TestingProjects.in(server);
  private final Repository repository = testing.repository();
  private final String path =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();
  private String first = "";
  private String second = "";

  @BeforeAll
  void push(@TempDir Path directory) throws IOException {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    git.write("README.md", "# Title\n\none\ntwo\n");
    first = git.commitAll("Begin");
    git.write("LICENSE", "Do as you like\n");
    git.write("src/Main.java", "class Main {}\r\nlast");
    git.write("src/deep/a b#%.txt", "odd\n");
    git.write("long.txt", "x".repeat(6000) + "\n" + "é".repeat(10) + "\n");
    git.write("many.txt", "line\n".repeat(700));
    git.write("empty", "");
    Files.write(git.directory().resolve("data.bin"), new byte[] {0, 1, 2, 3});
    Files.createSymbolicLink(git.directory().resolve("out"), Path.of("../../../etc/passwd"));
    git.write(".gitmodules", "[submodule \"m\"]\npath = mod\nurl = https://example.org/m.git\n");
    git.git("add", ".");
    git.git("update-index", "--add", "--cacheinfo", "160000," + first + ",mod");
    git.git("commit", "-q", "-m", "More");
    second = git.git("rev-parse", "HEAD");
    git.git("tag", "v1");
    git.git(
        "push",
        "-q",
        server.get(RepositoryStorage.class).directory(repository.id()).toString(),
        "HEAD:refs/heads/main",
        "v1");
  }

  @Test
  void listsADirectory() {
    Response root = admin.get(path + "/browse");
    assertThat(root.at("/revision")).isEqualTo("refs/heads/main");
    assertThat(root.at("/path/toString")).isEmpty();
    assertThat(root.at("/children/limit")).isEqualTo("500");
    assertThat(root.json().at("/children/isLastPage").asBoolean()).isTrue();
    JsonNode children = root.json().at("/children/values");
    assertThat(children.get(0).at("/type").asString()).isEqualTo("DIRECTORY");
    assertThat(children.get(0).at("/node").asString()).hasSize(40);
    assertThat(child(children, "mod").at("/type").asString()).isEqualTo("SUBMODULE");
    assertThat(child(children, "mod").at("/contentId").asString()).isEqualTo(first);
    assertThat(child(children, "mod").at("/url").asString()).isEqualTo("https://example.org/m.git");
    assertThat(child(children, "data.bin").at("/size").asInt()).isEqualTo(4);
    assertThat(child(children, "README.md").at("/path/extension").asString()).isEqualTo("md");
    Response deep = admin.get(path + "/browse/src?at=v1&limit=1&start=1");
    assertThat(deep.at("/children/values/0/path/toString")).isEqualTo("Main.java");
    assertThat(deep.at("/path/components/0")).isEqualTo("src");
    assertThat(deep.at("/revision")).isEqualTo("refs/tags/v1");
  }

  private static JsonNode child(JsonNode children, String name) {
    for (JsonNode child : children) {
      if (child.at("/path/name").asString().equals(name)) {
        return child;
      }
    }
    throw new AssertionError(name + " is not among " + children);
  }

  @Test
  void pagesThroughTheLinesOfAFile() {
    Response main = admin.get(path + "/browse/src/Main.java?at=refs%2Fheads%2Fmain");
    assertThat(main.at("/lines/0/text")).isEqualTo("class Main {}");
    assertThat(main.at("/lines/1/text")).isEqualTo("last");
    assertThat(main.at("/size")).isEqualTo("2");
    assertThat(main.json().at("/isLastPage").asBoolean()).isTrue();
    assertThat(main.json().has("nextPageStart")).isFalse();
    Response page = admin.get(path + "/browse/many.txt?start=690&limit=5");
    assertThat(page.at("/start")).isEqualTo("690");
    assertThat(page.at("/nextPageStart")).isEqualTo("695");
    assertThat(page.json().at("/isLastPage").asBoolean()).isFalse();
    assertThat(admin.get(path + "/browse/many.txt").at("/nextPageStart")).isEqualTo("500");
    assertThat(admin.get(path + "/browse/many.txt?limit=20000").at("/size")).isEqualTo("700");
    assertThat(admin.get(path + "/browse/many.txt?start=700").json().at("/isLastPage").asBoolean())
        .isTrue();
    assertThat(admin.get(path + "/browse/empty").json().at("/lines").size()).isZero();
    Response odd = admin.get(path + "/browse/src%2Fdeep/a%20b%23%25.txt");
    assertThat(odd.at("/lines/0/text")).isEqualTo("odd");
    Response cut = admin.get(path + "/browse/long.txt");
    assertThat(cut.at("/lines/0/text")).hasSize(5000);
    assertThat(cut.at("/lines/0/truncated")).isEqualTo("true");
    assertThat(cut.at("/lines/1/text")).isEqualTo("é".repeat(10));
  }

  @Test
  void tellsWhatAPathIs() {
    assertThat(type("src")).isEqualTo("DIRECTORY");
    assertThat(type("mod")).isEqualTo("SUBMODULE");
    assertThat(type("out")).isEqualTo("FILE");
    assertThat(admin.get(path + "/browse/many.txt?size=true").at("/size")).isEqualTo("3500");
    Response binary = admin.get(path + "/browse/data.bin");
    assertThat(binary.at("/binary")).isEqualTo("true");
    assertThat(admin.get(path + "/browse/mod").at("/contentId")).isEqualTo(first);
    assertThat(admin.send("HEAD", path + "/browse/src", null).status()).isEqualTo(200);
    assertThat(admin.send("HEAD", path + "/browse/none", null).status()).isEqualTo(404);
  }

  private String type(String name) {
    return admin.get(path + "/browse/" + name + "?type=true").at("/type");
  }

  @Test
  void neverFollowsASymbolicLink() {
    assertThat(admin.get(path + "/browse/out").at("/lines/0/text"))
        .isEqualTo("../../../etc/passwd");
    assertThat(raw("/raw/out").body()).asString(UTF_8).isEqualTo("../../../etc/passwd");
    assertThat(admin.get(path + "/browse/out/x").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/browse?at=nowhere | 404 | com.atlassian.bitbucket.commit.NoSuchCommitException",
        "/browse?at=1234567890123456789012345678901234567890 | 404 |"
            + " com.atlassian.bitbucket.commit.NoSuchCommitException",
        "/browse/none | 404 | com.atlassian.bitbucket.content.NoSuchPathException",
        "/browse/README.md/none | 404 | com.atlassian.bitbucket.content.NoSuchPathException",
        "/browse/a%2F..%2F..%2Fb | 400 |"
            + " com.atlassian.bitbucket.validation.ArgumentValidationException",
        "/browse?limit=-1 | 400 | com.atlassian.bitbucket.validation.ArgumentValidationException",
        "/browse?start=x | 400 | com.atlassian.bitbucket.validation.ArgumentValidationException",
        "/browse?limit=99999999999 | 400 |"
            + " com.atlassian.bitbucket.validation.ArgumentValidationException",
        "/browse?bytes=%25zz | 400 |"
            + " com.atlassian.bitbucket.validation.ArgumentValidationException",
        "/files/README.md | 400 | com.atlassian.bitbucket.validation.ArgumentValidationException",
        "/files?limit=none | 400 | com.atlassian.bitbucket.validation.ArgumentValidationException",
        "/raw/src | 404 | com.atlassian.bitbucket.content.NoSuchPathException",
        "/raw/mod | 404 | com.atlassian.bitbucket.content.NoSuchPathException",
        "/contributing | 404 | com.atlassian.bitbucket.content.NoSuchPathException",
        "/archive?format=rar | 400 |"
            + " com.atlassian.bitbucket.validation.ArgumentValidationException",
        "/archive?path=none | 404 | com.atlassian.bitbucket.content.NoSuchPathException",
        "/archive?prefix=../x | 400 |"
            + " com.atlassian.bitbucket.validation.ArgumentValidationException",
        "/archive?filename=a%2Fb | 400 |"
            + " com.atlassian.bitbucket.validation.ArgumentValidationException"
      })
  void refusesWhatIsNotThereOrBreaksARule(String request, int status, String exception) {
    Response response = admin.get(path + request);

    assertThat(response.status()).as(response.response().body()).isEqualTo(status);
    assertThat(response.at("/errors/0/exceptionName")).isEqualTo(exception);
  }

  @Test
  void saysWhichCommitIsNotThere() {
    assertThat(admin.get(path + "/browse?at=nowhere").message())
        .isEqualTo("Commit 'nowhere' does not exist in repository '%s'.", repository.slug());
    Repository empty = testing.repository();
    Response response =
        admin.get("projects/%s/repos/%s/browse".formatted(empty.project().key(), empty.slug()));
    assertThat(response.status()).isEqualTo(404);
    assertThat(response.at("/errors/0/exceptionName")).endsWith("NoDefaultBranchException");
  }

  @Test
  void tellsWhoWroteWhichLines() {
    Response file = admin.get(path + "/browse/src/Main.java?blame=true");
    assertThat(file.at("/blame/0/commitHash")).isEqualTo(second);
    assertThat(file.at("/blame/0/lineNumber")).isEqualTo("1");
    assertThat(file.at("/blame/0/spannedLines")).isEqualTo("2");
    assertThat(file.at("/blame/0/fileName")).isEqualTo("src/Main.java");
    assertThat(file.at("/blame/0/author/emailAddress")).isEqualTo("tess@example.org");
    Response alone = admin.get(path + "/browse/README.md?blame&noContent&start=1&limit=2");
    assertThat(alone.at("/0/commitId")).isEqualTo(first);
    assertThat(alone.at("/0/lineNumber")).isEqualTo("2");
    assertThat(alone.at("/0/spannedLines")).isEqualTo("2");
    assertThat(admin.get(path + "/browse/README.md?blame=false").json().has("blame")).isFalse();
  }

  @Test
  void tellsWhatChangedLast() {
    Response root = admin.get(path + "/last-modified?at=main");
    assertThat(root.at("/files/README.md/id")).isEqualTo(first);
    assertThat(root.at("/files/src/id")).isEqualTo(second);
    assertThat(root.at("/latestCommit/id")).isEqualTo(second);
    assertThat(root.json().at("/files").size()).isEqualTo(10);
    Response old = admin.get(path + "/last-modified?at=" + first);
    assertThat(old.json().at("/files").size()).isEqualTo(1);
    assertThat(admin.get(path + "/last-modified/src/deep").at("/latestCommit/id"))
        .isEqualTo(second);
    assertThat(admin.get(path + "/last-modified/README.md").at("/latestCommit/id"))
        .isEqualTo(first);
    assertThat(admin.get(path + "/last-modified/none").status()).isEqualTo(404);
  }

  @Test
  void listsAllFilesBelowADirectory() {
    assertThat(texts(admin.get(path + "/files?limit=100000")))
        .contains("README.md", "src/Main.java", "src/deep/a b#%.txt", "mod")
        .doesNotContain("src");
    assertThat(texts(admin.get(path + "/files/src?at=" + second)))
        .containsExactly("Main.java", "deep/a b#%.txt");
    Response page = admin.get(path + "/files?start=1&limit=2");
    assertThat(page.at("/nextPageStart")).isEqualTo("3");
    assertThat(page.at("/size")).isEqualTo("2");
    assertThat(texts(admin.get(path + "/files?at=" + first))).containsExactly("README.md");
  }

  private static List<String> texts(Response response) {
    List<String> texts = new ArrayList<>();
    response.json().at("/values").forEach(value -> texts.add(value.asString()));
    return texts;
  }

  @Test
  void sendsBytesThatDoNotRun() {
    HttpResponse<byte[]> text = raw("/raw/README.md");
    assertThat(header(text, "Content-Type")).isEqualTo("text/plain;charset=UTF-8");
    assertThat(header(text, "Content-Security-Policy")).contains("sandbox");
    HttpResponse<byte[]> binary = raw("/raw/data.bin?at=" + second);
    assertThat(binary.body()).containsExactly(0, 1, 2, 3);
    assertThat(header(binary, "Content-Type")).isEqualTo("application/octet-stream");
    assertThat(header(binary, "Content-Disposition")).contains("data.bin");
    assertThat(header(binary, "X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(raw("/license").body()).asString(UTF_8).isEqualTo("Do as you like\n");
  }

  @Test
  void sendsPartsOfAFile() {
    HttpResponse<byte[]> part = raw("/raw/README.md", "Range", "bytes=2-6");
    assertThat(part.statusCode()).isEqualTo(206);
    assertThat(part.body()).asString(UTF_8).isEqualTo("Title");
    assertThat(header(part, "Content-Range")).isEqualTo("bytes 2-6/17");
    assertThat(raw("/raw/README.md", "Range", "bytes=-4").body())
        .asString(UTF_8)
        .isEqualTo("two\n");
    assertThat(raw("/raw/README.md", "Range", "bytes=17-").statusCode()).isEqualTo(416);
    assertThat(raw("/raw/README.md", "Range", "lines=1").statusCode()).isEqualTo(200);
    String tag = header(part, "ETag");
    assertThat(raw("/raw/README.md", "If-None-Match", tag).statusCode()).isEqualTo(304);
  }

  @Test
  void rendersMarkdown() {
    String html = new String(raw("/readme?markup=true").body(), UTF_8);
    assertThat(html).contains("<h1>Title</h1>").contains("one<br");
    assertThat(new String(raw("/raw/README.md?markup=true&hardwrap=false").body(), UTF_8))
        .doesNotContain("<br");
    assertThat(new String(raw("/license?markup=true").body(), UTF_8)).contains("<pre>Do as");
    assertThat(admin.get(path + "/raw/data.bin?markup=true").status()).isEqualTo(400);
    Response preview = admin.post("markup/preview", "**bold** <script>x</script>");
    assertThat(preview.at("/html")).contains("<strong>bold</strong>").doesNotContain("<script>");
    assertThat(TestingRest.anonymous(server).post("markup/preview", "x").status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zip", "tar", "tar.gz", "tgz"})
  void archivesARevision(String format, @TempDir Path directory) throws IOException {
    HttpResponse<byte[]> response =
        raw("/archive?format=" + format + "&at=v1&prefix=some/where&path=src&path=README.md");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(header(response, "Content-Disposition"))
        .contains(repository.slug() + "-v1." + format);
    assertThat(names(format, response.body(), directory))
        .contains("some/where/src/Main.java", "some/where/src/deep/a b#%.txt")
        .contains("some/where/README.md")
        .noneMatch(name -> name.contains("many"));
  }

  @Test
  void archivesAllAsZipIfNothingElseIsSaid() throws IOException {
    HttpResponse<byte[]> response = raw("/archive?filename=mine.zip");
    assertThat(header(response, "Content-Disposition")).contains("mine.zip");
    assertThat(header(response, "Content-Type")).isEqualTo("application/zip");
    assertThat(names("zip", response.body(), Path.of("/"))).contains("README.md", "src/Main.java");
  }

  private static List<String> names(String format, byte[] archive, Path directory)
      throws IOException {
    List<String> names = new ArrayList<>();
    if (format.equals("zip")) {
      try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
        for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
          names.add(entry.getName());
        }
      }
      return names;
    }
    Path file = Files.write(directory.resolve("archive"), archive);
    String listed =
        GitFixture.in(directory)
            .execute(List.of("tar", "tf", file.toString(), "--quoting-style=literal"), new byte[0])
            .output();
    return List.of(listed.split("\n"));
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  private HttpResponse<byte[]> raw(String rest, String... headers) {
    String credentials = "admin:" + TestingServer.ADMIN_PASSWORD;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.httpUrl() + "/rest/api/latest/" + path + rest))
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder()
                        .encodeToString(credentials.getBytes(StandardCharsets.UTF_8)));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
