package org.packhouse.app.storage.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.packhouse.app.storage.content.Markdown.Addresses;

/** Text that becomes many times its size, or takes time with the square of it. */
class MarkdownBoundsTest {

  private static final String PLAIN = "The text is shown as it was written";

  private final Markdown markdown =
      new Markdown(new RequestMemory(), new Caches(new SimpleMeterRegistry()));

  @Test
  void referencesToALongAddressAreNotRepeatedWithoutBound() {
    String bomb = "[a]: /" + "u".repeat(64_000) + "\n\n" + "[a] ".repeat(16_000);

    assertThat(render(bomb)).contains(PLAIN, "[a] [a] [a]").doesNotContain("<a ");
  }

  @Test
  void addressesThatManyLinksNameStandAtEachOfThem() {
    String html = render("[a]: /" + "u".repeat(1000) + "\n\n" + "[a] ".repeat(90));

    assertThat(html).doesNotContain(PLAIN);
    assertThat(html.split("<a ", -1)).hasSize(91);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("amplifiers")
  void noTextBecomesMoreThanItsBound(String name, int size, IntFunction<String> of) {
    String text = of.apply(size);
    for (Markdown.Style style :
        List.of(Markdown.Style.OF_FILES, new Markdown.Style(true, true, false))) {
      String html = markdown.render(text, style, LONG);
      int source = Markdown.source(text, PLAIN).length() + 100;
      assertThat(html.length())
          .isLessThanOrEqualTo(Math.max(MarkdownBudget.maxOutput(text.length()), source));
      assertThat(html).hasSizeLessThan(5 * MarkdownBudget.maxOutput(text.length()));
    }
  }

  /** Delimiters that close nothing are searched for with the square of their number. */
  @ParameterizedTest
  @ValueSource(strings = {"*_* _ ", "![[]()", "*a~a ", "[[a](b", "_a **b ~c "})
  void delimitersWithoutPartnersAreGivenUp(String unit) {
    assertThat(render(unit.repeat(170_000 / unit.length()))).contains(PLAIN);
    assertThat(render(unit.repeat(3000 / unit.length()))).doesNotContain(PLAIN);
  }

  @Test
  void cellsThatATableIsFilledUpWithCount() {
    String text = "|a".repeat(2000) + "|\n" + "|-".repeat(2000) + "|\n" + "|b|\n".repeat(2000);

    assertThat(render(text)).contains(PLAIN);
  }

  @Test
  void anAddressThatEachLinkIsCompletedByCounts() {
    assertThat(markdown.render("![](a) ".repeat(5000), Markdown.Style.OF_FILES, LONG))
        .contains(PLAIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"> ", "- ", "1. ", "*a **b ", "![", "**a _b ~c "})
  void whatIsDeepWithinOneAnotherIsShownWithoutItsDepth(String unit) {
    String deep = unit.repeat(3000) + "end" + "](u)".repeat(unit.equals("![") ? 3000 : 0);

    assertThat(render(deep)).contains("end").hasSizeLessThan(MarkdownBudget.maxOutput(0));
  }

  @Test
  void anOrdinaryLongTextIsRendered() {
    String section =
        """
        ## Version 1.%1$d

        - Some [change](docs/change-%1$d.md) of `code_with_names` by *somebody*, see #%1$d
        - Another one, **important**, with text that goes on for some while and says very little

        | option | default | says |
        |---|---|---|
        | `a_b_c` | 1 | what it does and why |

        """;
    String text =
        IntStream.range(0, 3600).mapToObj(section::formatted).collect(Collectors.joining());

    assertThat(text).hasSizeGreaterThan(800_000);
    assertThat(render(text)).doesNotContain(PLAIN).contains("Version 1.3599</h2>");
  }

  /** Addresses such as those of directories that lie deep. */
  private static final Addresses LONG =
      new Addresses(
          link -> "/page/" + "d/".repeat(500) + link,
          image -> "/raw/" + "d/".repeat(500) + image,
          _ -> Optional.of("/proxy/" + "x".repeat(500)));

  private static Stream<Arguments> amplifiers() {
    return CONSTRUCTS.stream()
        .flatMap(
            it -> IntStream.of(500, 20_000).mapToObj(size -> Arguments.of(it.name, size, it.of)));
  }

  private record Construct(String name, IntFunction<String> of) {}

  private static Construct repeated(String unit) {
    return repeated("", unit, "");
  }

  private static Construct repeated(String before, String unit, String after) {
    return new Construct(
        (before.length() > 20 ? before.substring(0, 20) : before) + unit + after,
        size -> before + unit.repeat(Math.max(1, size / unit.length())) + after);
  }

  private static Construct counted(String unit, String after) {
    return new Construct(
        unit + after,
        size ->
            IntStream.range(0, size / (unit.length() + 4))
                    .mapToObj(unit::formatted)
                    .collect(Collectors.joining())
                + after.repeat(size / after.length()));
  }

  private static final List<String> UNITS =
      List.of(
          "word ",
          "*a _b ",
          "*a **a ",
          "a**b",
          "a_ ",
          "*_* _ ",
          "a***b* c* ",
          "~a ~~b ",
          "*a~a ",
          "[",
          "a]",
          "![[]()",
          "![a",
          "[a](",
          "[a](<b",
          "[a](b \"",
          "[a][",
          "[]",
          "[x] ",
          "[](a)",
          "![](a)",
          "[![](a)](b) ",
          "`a``b```c````d",
          "&amp;",
          "&a",
          "&#1;",
          "<a ",
          "<!--",
          "<?",
          "<![CDATA[",
          "<",
          "<a:",
          "<a b='",
          "<x y=\"z\" ",
          "<p>",
          "<div>\n",
          "<b><i>",
          "<td>",
          "<li>",
          "<img src=a>",
          "<a href=b>",
          "<script>\n",
          "www.a.b ",
          "http://a ",
          "a@b.c ",
          "@",
          "a.",
          "://",
          ">",
          "> a\n",
          ">a\nb\n",
          "- ",
          "- a\n",
          "-\n",
          "1. a\n",
          "* ",
          "\n",
          "a\n",
          "#\n",
          "# a\n",
          "a\n=\n",
          "***\n",
          "```\n",
          "```c\na\n```\n",
          "    a\n\n",
          "[a]: /u\n",
          "[a]: u \"\n",
          "|",
          "|a|\n|-|\n",
          "|a|\n|-|\n\n",
          "a|b\n-|x\n",
          "\\",
          "\\\n",
          "a  \n",
          "\0",
          "\"",
          "'",
          "+",
          "=",
          ":+1:",
          ":v:",
          "- [ ] a\n",
          "> [!NOTE]\n> a\n\n",
          "\ud83d\ude00");

  private static final List<Construct> CONSTRUCTS =
      Stream.concat(
              UNITS.stream().map(MarkdownBoundsTest::repeated),
              Stream.of(
                  repeated("[a]: /" + "u".repeat(2000) + "\n\n", "[a] ", ""),
                  repeated("[a]: /" + "u".repeat(2000) + "\n\n", "![a]", ""),
                  repeated("[a]: /u \"" + "t".repeat(2000) + "\"\n\n", "[b][a]", ""),
                  repeated("[" + "l".repeat(900) + "]: /u\n\n", "[" + "l".repeat(900) + "] ", ""),
                  repeated("|a".repeat(300) + "|\n" + "|-".repeat(300) + "|\n", "|\n", ""),
                  repeated("|:-:".repeat(300) + "|\n" + "|:-:".repeat(300) + "|\n", "|b|\n", ""),
                  repeated("<b><i><s>".repeat(60) + "\n\n", "<p>", ""),
                  repeated("<b><i><s>".repeat(60) + "\n\n", "- a\n", ""),
                  repeated("<b><i><s>".repeat(60) + "\n\n", "<div><p>a</div>", ""),
                  repeated("[^a]: x\n", "  b\n", "\n[^a]"),
                  repeated("[^a]: x\n\n", "[^a]", ""),
                  repeated("[^a]: [^a] ", "[^a]", "\n\n[^a]"),
                  repeated("- a\n", "      b\n\n", ""),
                  counted("[^n%d]: x\n", "[^n7]"),
                  counted("[a%d]: /u\n", "[a7]"),
                  counted("# a %d\n", "# a\n")))
          .toList();

  private String render(String text) {
    return markdown.render(
        text,
        Markdown.Style.OF_FILES,
        new Addresses(link -> "/page/" + link, image -> "/raw/" + image));
  }
}
