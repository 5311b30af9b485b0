package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** The sizes of what is sent to browsers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CompressionTest {

  private static final int MAX_PAGE = 60_000;
  private static final int MAX_FIRST_HTML = 100_000;
  private static final int CHANGED_FILES = 500;

  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).publicRepository();
  private String large = "";

  @BeforeAll
  void push(@TempDir Path directory) {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    for (int i = 0; i < 60; i++) {
      git.write("File%d.java".formatted(i), "class File%d {}\n".formatted(i).repeat(20));
    }
    git.write("README.md", "# Title\n\n" + "Some words of this file. ".repeat(200));
    git.commitAll("Begin");
    Random words = new Random(1);
    for (int i = 0; i < CHANGED_FILES; i++) {
      git.write(changed(i), lines(words, 40));
    }
    git.write("Long.java", lines(words, 10_000));
    git.commitAll("Write much");
    for (int i = 0; i < CHANGED_FILES; i++) {
      git.write(changed(i), lines(words, 55));
    }
    large = git.commitAll("Change much");
    git.git("push", "--quiet", server.cloneUrl(repository), "main");
  }

  @Test
  void aRepositorysPageWithAllThatItLoadsIsSmall() throws Exception {
    HttpResponse<byte[]> page = get(Links.to(repository) + "/browse");
    assertThat(page.headers().firstValue("Content-Encoding")).contains("gzip");
    String html = new String(unzipped(page.body()), StandardCharsets.UTF_8);
    int sent = page.body().length;
    Matcher parts =
        Pattern.compile("(?:src|href)=\"(/(?:assets|webjars|icons)/[^\"#]*)").matcher(html);
    for (String part : parts.results().map(found -> found.group(1)).distinct().toList()) {
      HttpResponse<byte[]> file = get(part);
      assertThat(file.statusCode()).as(part).isEqualTo(200);
      if (!part.contains("/mark-")) {
        assertThat(file.headers().firstValue("Content-Encoding")).as(part).contains("gzip");
      }
      sent += file.body().length;
    }
    assertThat(sent).isBetween(MAX_PAGE / 4, MAX_PAGE);
  }

  private static String changed(int file) {
    return "src/main/java/org/example/part%d/Changed%d.java".formatted(file % 20, file);
  }

  /** Lines that are not much alike, as those of real files. */
  private static String lines(Random words, int count) {
    return IntStream.range(0, count)
        .mapToObj(i ->
            "  %s = compute%s(%d);\n"
                .formatted(
                    Long.toString(words.nextLong(), 36),
                    Long.toString(words.nextLong(), 36),
                    words.nextInt()))
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?view=split"})
  void aDiffOfFiveHundredFilesBeginsWithLittle(String look) throws Exception {
    HttpResponse<byte[]> page = get(Links.to(repository) + "/commits/" + large + look);
    assertThat(page.headers().firstValue("Content-Encoding")).contains("gzip");
    assertThat(new String(unzipped(page.body()), StandardCharsets.UTF_8))
        .contains("500 files changed");
    assertThat(page.body()).hasSizeBetween(MAX_FIRST_HTML / 10, MAX_FIRST_HTML);
  }

  @Test
  void aFileOfTenThousandLinesBeginsWithItsFirstPiece() throws Exception {
    HttpResponse<byte[]> page = get(Links.to(repository) + "/browse/Long.java");
    assertThat(new String(unzipped(page.body()), StandardCharsets.UTF_8)).contains("10,000 lines");
    assertThat(page.body()).hasSizeBetween(MAX_FIRST_HTML / 10, MAX_FIRST_HTML);
  }

  @Test
  void aStylesheetWasCompressedBefore() throws Exception {
    String html = new String(unzipped(get("/login").body()), StandardCharsets.UTF_8);
    Matcher css = Pattern.compile("href=\"(/assets/[^\"]*\\.css)").matcher(html);
    assertThat(css.find()).isTrue();
    HttpResponse<byte[]> file = get(css.group(1));
    assertThat(file.headers().firstValue("Content-Length"))
        .contains(Integer.toString(file.body().length));
    assertThat(file.headers().firstValue("Content-Type").orElse("")).startsWith("text/css");
    assertThat(new String(unzipped(file.body()), StandardCharsets.UTF_8)).contains("--page:");
  }

  @Test
  void everyStylesheetAndScriptWasCompressedBefore() throws Exception {
    Resource[] files =
        new PathMatchingResourcePatternResolver().getResources("classpath:static/assets/*.*s");
    assertThat(files).hasSizeGreaterThan(5);
    for (Resource file : files) {
      Resource compressed = file.createRelative(file.getFilename() + ".gz");
      assertThat(compressed.exists()).as(compressed.getDescription()).isTrue();
      assertThat(unzipped(compressed.getContentAsByteArray()))
          .as(compressed.getDescription())
          .isEqualTo(file.getContentAsByteArray());
    }
  }

  @Test
  void gitsResponsesStayAsTheyAre() throws Exception {
    String url = "/scm/%s/%s.git".formatted(repository.project().key(), repository.slug());
    HttpResponse<byte[]> refs = get(url + "/info/refs?service=git-upload-pack");
    assertThat(refs.statusCode()).isEqualTo(200);
    assertThat(refs.headers().firstValue("Content-Encoding")).isEmpty();
    HttpResponse<byte[]> missing = get("/scm/none/none.git/info/refs?service=git-upload-pack");
    assertThat(missing.headers().firstValue("Content-Encoding")).isEmpty();
  }

  /** Else its letters could be guessed one by one from the size of a compressed response. */
  @Test
  void theTokenOfAFormDiffersInEachResponse() throws Exception {
    HttpResponse<byte[]> first = get("/login");
    String cookie = first.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
    assertThat(token(get("/login", cookie))).isNotEqualTo(token(get("/login", cookie)));
  }

  private static String token(HttpResponse<byte[]> page) throws Exception {
    String html = new String(unzipped(page.body()), StandardCharsets.UTF_8);
    Matcher token = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)").matcher(html);
    assertThat(token.find()).isTrue();
    return token.group(1);
  }

  private static byte[] unzipped(byte[] body) throws Exception {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      return in.readAllBytes();
    }
  }

  private HttpResponse<byte[]> get(String path) throws Exception {
    return get(path, "a=b");
  }

  private HttpResponse<byte[]> get(String path, String cookie) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(server.httpUrl() + path))
                .header("Accept-Encoding", "gzip, deflate")
                .header("Cookie", cookie)
                .build(),
            BodyHandlers.ofByteArray());
  }
}
