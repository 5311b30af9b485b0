package org.packhouse.app.web.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.packhouse.app.source.issue.IssueTracker;

class TextLinksTest {

  private static final IssueTracker TRACKER =
      new IssueTracker("https://t.example.com/{key}?a=1&b='", List.of("ABC"));

  private static String linked(String html) {
    return TextLinks.of(html, new TextReferences(Map.of(), Set.of(), TRACKER), "", "/r");
  }

  @Test
  void linksKeysAndWritesTheirAddressAsAnAttribute() {
    assertThat(linked("<p>(ABC-1)</p>"))
        .isEqualTo(
            "<p>(<a rel=\"noopener noreferrer nofollow\" href=\"https://t.example.com/ABC-1?a=1&amp;b=&#39;\">ABC-1</a>)</p>");
  }

  @Test
  void leavesKeysAloneInTagsLinksAndCodeAndThoseOfOthers() {
    for (String html :
        new String[] {
          "<img alt=\"ABC-1\" src=\"/ABC-1\" />",
          "<a href=\"https://h/ABC-1\" title=\"ABC-1\">see <b>ABC-1</b></a>",
          "<code>ABC-1</code>",
          "<pre><code class=\"language-java\">ABC-1</code></pre>",
          "UTF-8 and https://h/ABC-1",
        }) {
      assertThat(linked(html)).isEqualTo(html);
    }
    String without = "<p>ABC-1</p>";
    assertThat(TextLinks.of(without, new TextReferences(Map.of(), Set.of(), null), "", "/r"))
        .isEqualTo(without);
  }

  @Test
  void linksNoMoreThanAThousandThings() {
    String text = "ABC-1 0123abcdef ".repeat(300_000);
    String html = linked(text);
    assertThat(html.split("</a>", -1)).hasSize(1001);
    assertThat(html.replaceAll("<[^>]*>", "")).isEqualTo(text);
  }
}
