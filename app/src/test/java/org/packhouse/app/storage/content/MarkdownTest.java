package org.packhouse.app.storage.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.packhouse.app.storage.content.Markdown.Addresses;

class MarkdownTest {

  private final Markdown markdown =
      new Markdown(new RequestMemory(), new Caches(new SimpleMeterRegistry()));

  @Test
  void rendersTablesAndMarksLanguages() {
    assertThat(render("| a |\n|---|\n| 1 |")).contains("<table", "<td>1</td>");
    assertThat(render("```java\nint a;\n```")).contains("class=\"language-java\"");
  }

  @Test
  void itemsThatBeginWithABoxHaveOne() {
    assertThat(render("- [ ] open\n- [x] *done*\n- [link]\n- [x]none"))
        .containsPattern("<input type=\"checkbox\" disabled[^>]*/?> open")
        .containsPattern("<input [^>]*aria-label=\"To do\"[^>]*/?> open")
        .containsPattern("<input [^>]*checked[^>]*aria-label=\"Done\"[^>]*/?> <em>done</em>")
        .contains("[link]", "[x]none");
    assertThat(render("text [ ] text")).doesNotContain("<input");
  }

  @Test
  void quotationsThatBeginWithAKindAreNotes() {
    assertThat(render("> [!WARNING]\n> Mind <script>alert(1)</script> the *gap*."))
        .contains(
            "<blockquote class=\"alert-warning\">", "<strong>Warning</strong>", "<em>gap</em>")
        .doesNotContain("[!", "<script");
    assertThat(render("> [!NOTE]")).contains("alert-note");
    assertThat(render("> [!OTHER]\n> text")).contains("[!OTHER]").doesNotContain("class=");
    assertThat(render("> [!NOTE] and more")).contains("[!NOTE] and more");
  }

  @Test
  void footnotesStandAtTheEndAndLinkBothWays() {
    String html =
        render(
            "One[^b] and two[^a], again[^b], none[^c].\n\n[^a]: Said *so*\n  and more.\n[^b]: First.\n\n```\n[^a]: code\n```");

    assertThat(html)
        .containsSubsequence(
            "One<sup id=\"md-fnref-1\"><a href=\"#md-fn-1\"",
            "two<sup id=\"md-fnref-2\"><a href=\"#md-fn-2\"",
            "again<sup><a href=\"#md-fn-1\"",
            "none[^c]",
            "[^a]: code",
            "<li dir=\"auto\" id=\"md-fn-1\">",
            "First.",
            "href=\"#md-fnref-1\"",
            "Said <em>so</em>",
            "and more.");
    assertThat(render("[^x]: never named")).doesNotContain("never");
    assertThat(render("x[^1]\n\n[^1]: z <script>alert(1)</script> [y](javascript:alert(1))"))
        .contains("md-fn-1")
        .doesNotContain("<script", "javascript:");
  }

  @Test
  void namesOfPicturesBecomePicturesOutsideOfCode() {
    assertThat(render("Done :tada: `:tada:` :nothing_like_this: 10:30:15"))
        .contains("Done &#x1f389;", "<code>:tada:</code>", ":nothing_like_this:", "10:30:15");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](data:text/html;base64,xxxx)",
        "<a href=\"JaVaScRiPt:alert(1)\">x</a>",
        "<style>body{display:none}</style>",
        "<p style=\"position:fixed\">x</p>",
        "<iframe src=\"https://elsewhere.example\"></iframe>",
        "<form action=\"/logout\" method=\"post\"><input type=\"submit\"></form>",
        "<svg onload=alert(1)>",
        "- [x] <input type=text onfocus=alert(1) onerror autofocus>",
        "> [!NOTE]\n> [x](javascript:alert(1)) <b class=\"note\" onload=alert(1)>x</b>",
        "```java\n</code></pre><script>alert(1)</script>\n```",
        "```\"><script>alert(1)</script>\nx\n```",
        "<p id=\"main\" class=\"note\">x</p>",
        "a[^1]\n\n[^1]: <img src=x onerror=alert(1)>\n  <iframe src=//elsewhere.example>",
        "a[^<script>alert(1)</script>]\n\n[^<script>alert(1)</script>]: x",
        "# <img src=x onerror=alert(1)>\n## <a id=main onload=alert(1)>x</a>",
        "# main\n\n[x](#main) <b id=\"main\">",
        "![x](a.svg) <img src=\"a.svg\" onload=alert(1)> <svg><image href=\"a.svg\"/></svg>",
        "- [ ] ![x](javascript:alert(1))\n- [x] <svg onload=alert(1)>\n  > [!TIP]\n  > <b onload=a>",
        "@admin <b onload=alert(1)>#1</b> @<script>alert(1)</script> #1<img src=x onerror=a>",
        "<li id=\"main\">x</li><sup id=\"main\">y</sup>",
        ":<script>alert(1)</script>: :tada:<img src=x onerror=alert(1)>",
        "<img src=\"https://elsewhere.example/x\" onerror=alert(1) style=x srcset=\"javascript:a 2x\">",
        "![x](javascript:alert(1)) ![y](data:text/html,x) <img src=\"data:image/svg+xml,<svg onload=a>\">"
      })
  void leavesNothingThatRunsOrTakesThePageOver(String text) {
    Addresses shown = new Addresses(link -> link, image -> image, _ -> Optional.of("/proxy/x"));
    for (String html :
        List.of(render(text), markdown.render(text, Markdown.Style.OF_FILES, shown))) {
      assertThat(html.toLowerCase(Locale.ROOT))
          .doesNotContain("<script", "onerror", "javascript:", "data:", "<style", "style=")
          .doesNotContain("<iframe", "<form", "onload", "id=\"main\"", "class=\"note\"");
    }
  }

  @Test
  void turnsImagesOfOtherHostsIntoLinks() {
    assertThat(render("![build](https://elsewhere.example/b.svg)"))
        .doesNotContain("<img")
        .contains("href=\"https://elsewhere.example/b.svg\"", ">build</a>");
    assertThat(render("<img src=\"//elsewhere.example/b.svg\" alt=\"b\">"))
        .doesNotContain("elsewhere");
  }

  @Test
  void showsImagesOfOtherHostsThatThereIsAnAddressFor() {
    Addresses addresses =
        new Addresses(
            link -> link,
            image -> "/raw/" + image,
            url ->
                url.startsWith("https:")
                    ? Optional.of("/proxy/" + url.length())
                    : Optional.empty());
    String html =
        markdown.render(
            "![a](https://x.example/a.png) ![b](ftp://x.example/b.png) ![c](c.png)\n\n"
                + "<img src=\"HTTPS://x.example/d.png\" alt=d onerror=e>"
                + "<img src=\"https://x.example/e.png\" srcset=\"https://x.example/f.png 2x\">",
            Markdown.Style.OF_FILES,
            addresses);

    assertThat(html)
        .contains("src=\"/proxy/23\" alt=\"a\"", "src=\"/raw/c.png\"")
        .contains("<img loading=\"lazy\" src=\"/proxy/23\"")
        .doesNotContain("x.example", "onerror");
  }

  @Test
  void imagesThatSayNothingAreReadAsNothing() {
    assertThat(render("![](a.png) <img src=\"b.png\"> <img src=\"c.png?x alt=y\" alt=\"c\">"))
        .containsPattern("<img [^>]*src=\"/raw/a.png\"[^>]*alt=\"\"")
        .containsPattern("<img [^>]*alt=\"\"[^>]*src=\"/raw/b.png\"")
        .containsPattern("src=\"/raw/c.png[^>]*alt=\"c\"")
        .doesNotContainPattern("alt=\"[^>]*alt=\"");
  }

  @Test
  void leadsRelativeLinksAndImagesToTheRepository() {
    assertThat(render("[notes](docs/notes.md) ![map](map.png)"))
        .contains("href=\"/page/docs/notes.md\"", "src=\"/raw/map.png\"");
  }

  @Test
  void givesHeadingsTheAnchorsThatContentsLinkTo() {
    assertThat(render("# Getting started!\n\n[go](#getting-started)"))
        .contains("id=\"md-getting-started\"", "href=\"#md-getting-started\"");
  }

  @Test
  void headingsOfTheSameWordsHaveIdsOfTheirOwn() {
    assertThat(render("# Usage\n# usage\n## Usage 1\n# Usage\n<h2 id=\"md-usage\">x</h2>"))
        .containsSubsequence(
            "id=\"md-usage\"",
            "id=\"md-usage-1\"",
            "id=\"md-usage-1-1\"",
            "id=\"md-usage-2\"",
            "id=\"md-usage-3\"");
  }

  @Test
  void notesThatOneNameHasTwiceAreReadOnce() {
    assertThat(render("a[^1]\n\n[^1]: one\n  more\n[^1]: two\n  lines"))
        .contains("one", "more", "lines")
        .doesNotContain("two");
  }

  private String render(String text) {
    return markdown.render(
        text,
        Markdown.Style.OF_FILES,
        new Addresses(link -> "/page/" + link, image -> "/raw/" + image));
  }
}
