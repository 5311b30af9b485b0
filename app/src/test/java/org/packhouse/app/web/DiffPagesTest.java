package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.layout.Links;

/** The diff of a page and its parts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DiffPagesTest {

  private static final int FILES = 230;
  private static final byte[] PIXEL =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

  private final TestingServer server = TestingServer.shared();
  private final Repository repository = TestingProjects.in(server).publicRepository();
  private final String home = Links.to(repository);
  private String large = "";
  private String odd = "";
  private String shortstat = "";

  @BeforeAll
  void push(@TempDir Path directory) throws Exception {
    GitFixture git = GitFixture.workTree(directory.resolve("work"));
    for (int i = 0; i < FILES; i++) {
      git.write("src/part%d/File%03d.java".formatted(i % 7, i), lines(60, "old " + i));
    }
    git.write("long.txt", lines(200, "line"));
    git.write("gone.txt", "gone\n");
    git.write("link", "text\n");
    git.commitAll("Begin");
    for (int i = 0; i < FILES; i++) {
      String body = lines(60, "old " + i).replace("old " + i + " 30\n", "new\nnewer\n");
      git.write("src/part%d/File%03d.java".formatted(i % 7, i), body);
    }
    large = git.commitAll("Change much");
    shortstat = git.git("diff", "--shortstat", "--histogram", "HEAD~", "HEAD").strip();
    git.write("long.txt", lines(200, "line").replace("line 100\n", "line  100\nmore\n"));
    git.git("rm", "-q", "gone.txt");
    Files.write(directory.resolve("work/pixel.png"), PIXEL);
    git.write("<img src=x onerror=alert(1)>/\"&'.txt", "<script>alert(1)</script>\n");
    Path link = directory.resolve("work/link");
    Files.delete(link);
    Files.createSymbolicLink(link, Path.of("long.txt"));
    odd = git.commitAll("Change oddly");
    git.git("push", "--quiet", server.cloneUrl(repository), "main");
  }

  private static String lines(int count, String text) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> text + " " + i + "\n")
        .collect(Collectors.joining());
  }

  @Test
  void totalsAreThoseOfTheWholeDiff() throws Exception {
    assertThat(shortstat)
        .isEqualTo(
            "%d files changed, %d insertions(+), %d deletions(-)"
                .formatted(FILES, 2 * FILES, FILES));
    String page = get("/commits/" + large).body();
    assertThat(page)
        .contains(FILES + " files changed")
        .contains("+" + 2 * FILES + "<")
        .contains("−" + FILES + "<");
  }

  @Test
  void filesBeyondTheFirstHundredComeWhenTheyAreAskedFor() throws Exception {
    String page = get("/commits/" + large).body();
    assertThat(count(page, "<section class=\"box diff-file\"")).isEqualTo(100);
    assertThat(count(page, "data-index=\"229\"")).isEqualTo(1);
    Matcher pieces = Pattern.compile("hx-get=\"([^\"]*start=\\d+)\"").matcher(page);
    int sections = 100;
    while (pieces.find()) {
      String piece = part(pieces.group(1)).body();
      assertThat(piece).doesNotContain("<html");
      sections += count(piece, "<section class=\"box diff-file\"");
    }
    assertThat(sections).isEqualTo(FILES);
  }

  @Test
  void linesComeFileByFile() throws Exception {
    String page = get("/commits/" + large).body();
    Matcher lines =
        Pattern.compile("class=\"diff-load\" data-near [^>]*hx-get=\"([^\"]*)\"").matcher(page);
    assertThat(lines.find()).isTrue();
    String part = part(lines.group(1)).body();
    assertThat(part).contains("newer").doesNotContain("<html").contains("class=\"diff\"");
    assertThat(get(lines.group(1).replace("&amp;", "&").substring(home.length())).body())
        .contains("<html")
        .contains("newer");
  }

  @Test
  void hiddenLinesComeByTwentyFromEitherEnd() throws Exception {
    String page = get("/commits/" + odd).body();
    Matcher gaps =
        Pattern.compile("hx-get=\"([^\"]*begin=104[^\"]*take=above[^\"]*)\"").matcher(page);
    assertThat(gaps.find()).isTrue();
    String rows = part(gaps.group(1)).body();
    assertThat(count(rows, "class=\"text\"")).isEqualTo(20);
    assertThat(rows).contains(">line 104<").contains(">line 123<").doesNotContain(">line 124<");
    assertThat(rows).contains("data-n=\"104\"").contains("data-n=\"105\"");
    String all = part(gaps.group(1).replace("take=above", "take=all")).body();
    assertThat(all).contains("line 200").doesNotContain("take=");
    String above = part(gaps.group(1).replace("take=above", "take=below")).body();
    assertThat(above).contains("line 200").contains("line 181").doesNotContain("line 180<");
  }

  @Test
  void whiteSpaceMattersAsMuchAsTheReaderWants() throws Exception {
    assertThat(get("/commits/" + odd).body()).contains("line<span class=\"word\">  ");
    assertThat(get("/commits/" + odd + "?w=amount").body())
        .contains("white space ignored")
        .doesNotContain("line<span class=\"word\">  ");
  }

  @Test
  void namesAndContentsAreTextAndPicturesStandSideBySide() throws Exception {
    for (String look : List.of("", "?view=split")) {
      String page = get("/commits/" + odd + look).body();
      assertThat(page).doesNotContain("<img src=x").doesNotContain("<script>alert");
      assertThat(page).contains("&lt;script&gt;alert(1)").contains("/raw/pixel.png?at=" + odd);
      assertThat(page).contains("The file is binary.").contains("deleted").contains("added");
    }
    String tree = get("/commits/" + odd + "/part?filter=PIXEL").body();
    assertThat(tree).contains("pixel.png").doesNotContain("long.txt</span>");
  }

  @Test
  void aPartThatIsNotThereIsNotFound() throws Exception {
    assertThat(get("/commits/" + odd + "/part?file=none").statusCode()).isEqualTo(404);
    assertThat(get("/commits/" + odd + "/part?start=many").statusCode()).isEqualTo(400);
    assertThat(get("/commits/" + odd + "/part?file=..%2Fx").statusCode()).isEqualTo(400);
    String far = "&begin=999999999&end=2147483647&shift=-2147483648";
    assertThat(part(home + "/commits/" + odd + "/part?file=long.txt" + far).statusCode())
        .isEqualTo(200);
  }

  @Test
  void aComparisonHasTheSameParts() throws Exception {
    String page = get("/compare/diff?sourceBranch=main&targetBranch=" + large).body();
    assertThat(page).contains("/compare/part?since=" + large + "&amp;until=" + odd);
    String part = home + "/compare/part?since=" + large + "&until=" + odd + "&file=gone.txt&gone=1";
    assertThat(part(part).body()).contains("gone").contains("removed");
  }

  private static int count(String text, String wanted) {
    return text.split(Pattern.quote(wanted), -1).length - 1;
  }

  private HttpResponse<String> get(String path) throws Exception {
    return send(home + path, false);
  }

  private HttpResponse<String> part(String url) throws Exception {
    return send(url.replace("&amp;", "&"), true);
  }

  private HttpResponse<String> send(String url, boolean partial) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.httpUrl() + url));
    if (partial) {
      request.header("HX-Request", "true");
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }
}
