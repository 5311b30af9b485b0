package org.packhouse.app.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/** Every reader of files takes the same ones for text, and reads them in the same encoding. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EncodedFilesTest {

  /**
   * A file that people read.
   *
   * @param word in its second line
   * @param diffed whether git writes its lines in a diff
   */
  record Case(String name, Charset charset, String beginning, String word, boolean diffed) {
    private String first(int version) {
      return beginning + "// one " + version + "\n";
    }

    byte[] content(int version) {
      return (first(version) + "int x = 1; // " + word + "\n").getBytes(charset);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static final String JAPANESE = "\u65e5\u672c\u8a9e\u306e\u30b3\u30e1\u30f3\u30c8";
  private static final String CHINESE =
      "\u4e2d\u6587\u6ce8\u91ca\uff0c\u8fd9\u662f\u4e00\u4e2a\u6d4b\u8bd5";
  private static final String KOREAN = "\ud55c\uad6d\uc5b4 \uc8fc\uc11d \ud14c\uc2a4\ud2b8";

  static List<Case> cases() {
    return List.of(
        new Case("utf8.c", UTF_8, "", "caf\u00e9eight", true),
        new Case("latin.c", ISO_8859_1, "", "caf\u00e9latin", true),
        new Case("sjis.c", Charset.forName("Shift_JIS"), "", JAPANESE + "sjis", true),
        new Case("eucjp.c", Charset.forName("EUC-JP"), "", JAPANESE + "eucjp", true),
        new Case("euckr.c", Charset.forName("EUC-KR"), "", KOREAN + "euckr", true),
        new Case("gb.c", Charset.forName("GB18030"), "", CHINESE + "gb", true),
        new Case("wide.c", UTF_16LE, "\ufeff", "caf\u00e9wide\u010a", false),
        new Case("wide-big.c", UTF_16BE, "\ufeff", "caf\u00e9big\u010a", false),
        new Case("return.c", UTF_8, "a\rb ", "caf\u00e9return", true));
  }

  private final TestingServer server = TestingServer.shared();
  private final TestingRest admin = TestingRest.admin(server);
  private final Repository repository = TestingProjects.in(server).repository();
  private final String path =
      "projects/" + repository.project().key() + "/repos/" + repository.slug();
  private final TestingBrowser browser = TestingBrowser.admin(server);
  private GitFixture git;

  @BeforeAll
  void push(@TempDir Path directory) throws IOException {
    git = GitFixture.workTree(directory);
    for (int version = 1; version <= 2; version++) {
      for (Case file : cases()) {
        Files.write(directory.resolve(file.name()), file.content(version));
      }
      Files.write(directory.resolve("data.c"), new byte[] {'a', 0, (byte) version});
      git.commitAll("Version " + version);
      git.git("branch", "v" + version);
      git.git("push", "-q", server.cloneUrl(repository), "HEAD:refs/heads/v" + version);
    }
    git.git("push", "-q", server.cloneUrl(repository), "HEAD:refs/heads/main");
    assertThat(admin.put(path, "{'defaultBranch':'main'}").status()).isIn(200, 201);
  }

  @AfterAll
  void close() {
    browser.close();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isTextToEveryReader(Case file) {
    Response browsed = admin.get(path + "/browse/" + file.name());
    assertThat(browsed.at("/lines/1/text")).contains(file.word());
    assertThat(browsed.at("/isLastPage")).isEqualTo("true");
    Response raw = admin.get(path + "/raw/" + file.name());
    assertThat(raw.response().headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/plain;charset=");
    assertThat(raw.response().headers().firstValue("Content-Disposition")).isEmpty();
    Response blamed = admin.get(path + "/browse/" + file.name() + "?blame=true");
    assertThat(blamed.status()).as(blamed.response().body()).isEqualTo(200);
    String page = page("/browse/" + file.name());
    assertThat(page).contains(file.word());
    String edited = page("/edit/" + file.name());
    if (file.beginning().contains("\r")) {
      assertThat(edited).doesNotContain("<textarea name=\"content\"");
    } else {
      assertThat(edited).contains(file.word());
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isComparedLineByLineForPeopleAndAsGitDoesForPatches(Case file) {
    Response diff = admin.get(path + "/compare/diff/" + file.name() + "?from=v2&to=v1");
    assertThat(diff.at("/diffs/0/hunks/0/segments/0/type")).isEqualTo("REMOVED");
    assertThat(diff.at("/diffs/0/hunks/0/segments/2/lines/0/line")).contains(file.word());
    String patch =
        git.git("diff", "--full-index", "--no-indent-heuristic", "v1", "v2", "--", file.name())
            .strip();
    assertThat(patch.contains("Binary files")).isNotEqualTo(file.diffed());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isFoundBySearch(Case file) {
    String query = "{'query':'%s repo:%s'}".formatted(file.word(), repository.path());
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> admin.post("/rest/search/latest/search", query).at("/code/values/0/file"),
            file.name()::equals);
  }

  @Test
  void binaryContentIsBinaryToEveryReader() {
    assertThat(admin.get(path + "/browse/data.c").at("/binary")).isEqualTo("true");
    Response raw = admin.get(path + "/raw/data.c");
    assertThat(raw.response().headers().firstValue("Content-Type").orElseThrow())
        .isEqualTo("application/octet-stream");
    Response diff = admin.get(path + "/compare/diff/data.c?from=v2&to=v1");
    assertThat(diff.at("/diffs/0/binary")).isEqualTo("true");
    assertThat(page("/edit/data.c")).doesNotContain("<textarea name=\"content\"");
  }

  private String page(String rest) {
    HttpResponse<String> page = browser.get(Links.to(repository) + rest);
    assertThat(page.statusCode()).as(rest).isIn(200, 404);
    return page.body();
  }
}
