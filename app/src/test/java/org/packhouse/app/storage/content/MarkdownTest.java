package org.packhouse.app.storage.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTest {

  private final Markdown markdown = new Markdown();

  @Test
  void rendersTablesAndMarksLanguages() {
    assertThat(render("| a |\n|---|\n| 1 |")).contains("<table", "<td>1</td>");
    assertThat(render("```java\nint a;\n```")).contains("class=\"language-java\"");
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
        "<p id=\"main\" class=\"note\">x</p>"
      })
  void leavesNothingThatRunsOrTakesThePageOver(String text) {
    assertThat(render(text).toLowerCase(Locale.ROOT))
        .doesNotContain("<script", "onerror", "javascript:", "data:", "<style", "style=")
        .doesNotContain("<iframe", "<form", "onload", "id=\"main\"", "class=\"note\"");
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
  void leadsRelativeLinksAndImagesToTheRepository() {
    assertThat(render("[notes](docs/notes.md) ![map](map.png)"))
        .contains("href=\"/page/docs/notes.md\"", "src=\"/raw/map.png\"");
  }

  @Test
  void givesHeadingsTheAnchorsThatContentsLinkTo() {
    assertThat(render("# Getting started!\n\n[go](#getting-started)"))
        .contains("id=\"md-getting-started\"", "href=\"#md-getting-started\"");
  }

  private String render(String text) {
    return markdown.render(text, link -> "/page/" + link, image -> "/raw/" + image);
  }
}
