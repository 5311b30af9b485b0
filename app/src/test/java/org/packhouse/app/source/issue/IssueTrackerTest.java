package org.packhouse.app.source.issue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.platform.refusal.InvalidFieldException;

class IssueTrackerTest {

  @Test
  void leadsKeysOfItsPrefixesToTheirPages() {
    IssueTracker some = IssueTracker.of(" https://t.example.com/{key}?k={key} ", List.of("ABC"));
    assertThat(some.urlOf("ABC-1")).isEqualTo("https://t.example.com/ABC-1?k=ABC-1");
    assertThat(some.urlOf("ABCD-1")).isNull();
    assertThat(some.links(List.of("UTF-8", "ABC-2")))
        .containsExactly(new IssueLink("ABC-2", "https://t.example.com/ABC-2?k=ABC-2"));
    IssueTracker all = IssueTracker.of("http://10.0.0.1:8080/#{key}", null);
    assertThat(all.urlOf("UTF-8")).isEqualTo("http://10.0.0.1:8080/#UTF-8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|needs the URL",
        "https://t.example.com/browse|must have {key}",
        "javascript:alert('{key}')|must begin with http:// or https://",
        "ftp://t.example.com/{key}|must begin with http:// or https://",
        "//t.example.com/{key}|must begin with http:// or https://",
        "data:text/html,{key}|must begin with http:// or https://",
        "{key}|must begin with http:// or https://",
        "https:{key}|must name a host",
        "https://me:secret@t.example.com/{key}|must name a host, and no user",
        "https://{key}.example.com/|must have {key} behind the host",
        "https://t.example.com:80{key}/|must name a host",
        "https://t.example.com/{key}\"><script>|is no URL",
        "https://t.example.com/{key} a|is no URL",
        "https://t.example.com/{key}/{id}|is no URL",
        "https://t.example.com/\u00fc/{key}|percent-encoded",
      })
  void refusesWhatIsNoAddressOfPages(String url, String rule) {
    assertThatThrownBy(() -> IssueTracker.of(url, null))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining(rule);
  }

  @Test
  void refusesWhatIsTooLongAndWhatIsNoPrefix() {
    assertThatThrownBy(() -> IssueTracker.of("https://t.example.com/{key}" + "a".repeat(999), null))
        .hasMessageContaining("at most 1000 characters, not 1026");
    for (String prefix : new String[] {"abc", "A", "1A", "A-B", "", "A".repeat(51), ".*"}) {
      assertThatThrownBy(() -> IssueTracker.of("https://t.example.com/{key}", List.of(prefix)))
          .hasMessageContaining("not \"" + prefix + "\"");
    }
    List<String> many = IntStream.range(0, 101).mapToObj(i -> "AB" + i).toList();
    assertThatThrownBy(() -> IssueTracker.of("https://t.example.com/{key}", many))
        .hasMessageContaining("at most 100 prefixes");
    assertThatThrownBy(
            () -> IssueTracker.of("https://t.example.com/{key}", Collections.singletonList(null)))
        .hasMessageContaining("not \"\"");
    assertThat(IssueTracker.of("https://t.example.com/{key}", List.of("AB", " AB ")).prefixes())
        .containsExactly("AB");
  }
}
