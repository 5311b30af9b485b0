package org.packhouse.app.source.highlight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.springframework.web.util.HtmlUtils;

class HighlighterTest {

  private static final List<String> NAMES =
      List.of(
          "a.java",
          "a.py",
          "a.js",
          "a.ts",
          "a.c",
          "a.cpp",
          "a.go",
          "a.rs",
          "a.rb",
          "a.php",
          "a.html",
          "a.xml",
          "a.css",
          "a.json",
          "a.yml",
          "a.sh",
          "a.sql",
          "a.md",
          "a.kt",
          "a.scala",
          "a.groovy",
          "a.lua",
          "a.pl",
          "a.cs",
          "a.proto",
          "a.tex",
          "a.bat",
          "a.ini",
          "a.properties",
          "Dockerfile",
          "Makefile",
          "a.dart",
          "a.less",
          "a.clj",
          "a.vb",
          "a.d",
          "a.asm",
          "a.as",
          "a.pas",
          "a.dtd",
          "a.f90",
          "a.hbs",
          "a.jsp",
          "a.lisp",
          "a.tcl",
          "a.vhd");

  private static final String[] PIECES = {
    "\"",
    "'",
    "`",
    "/*",
    "*/",
    "//",
    "<",
    ">",
    "<!--",
    "-->",
    "<script>",
    "</",
    "&",
    "${",
    "}",
    "\\",
    "#",
    "=begin",
    "'''",
    "\"\"\"",
    "<?php",
    "<![CDATA[",
    "]]>",
    "%",
    "@",
    "\t",
    " ",
    "x",
    "class ",
    "0x1f",
    "1e9",
    "\u202e",
    "\ud83d\ude00",
    "\ud800",
    "\u0000",
    "{{",
    "\r"
  };

  @Test
  void coloursWordsStringsAndComments() {
    Highlighter java = Highlighter.of("Main.java");
    assertThat(LineHtml.of("int a = \"<b>\"; // 1", java.next("int a = \"<b>\"; // 1")))
        .contains("<span class=\"hs\">&quot;&lt;b&gt;&quot;</span>")
        .contains("<span class=\"hc\">// 1</span>");
    assertThat(java.next("/* a comment")).containsExactly(new Span(0, 12, Span.Kind.COMMENT));
    assertThat(java.next("goes on")).containsExactly(new Span(0, 7, Span.Kind.COMMENT));
    assertThat(java.next("*/ return")).contains(new Span(3, 9, Span.Kind.KEYWORD));
  }

  @Test
  void marksWordsAcrossColours() {
    List<Span> spans = Highlighter.of("a.java").next("return 12;");
    assertThat(LineHtml.of("return 12;", spans, 3, 8))
        .isEqualTo(
            "<span class=\"hk\">ret</span><span class=\"word\"><span class=\"hk\">urn</span>"
                + " <span class=\"hn\">1</span></span><span class=\"hn\">2</span>;");
  }

  @Test
  void whatTurnsTheDirectionOfWritingStandsInABoxOfItsOwn() {
    String line = "if (admin\u202e \u2066// only\u2069) {";
    assertThat(LineHtml.hasBidirectionalControls(line)).isTrue();
    assertThat(LineHtml.hasBidirectionalControls("\u05d0 b")).isFalse();
    assertThat(LineHtml.of(line, List.of()))
        .contains("admin<span class=\"bidi\" data-code=\"U+202E\">\u202e</span> ");
  }

  @Test
  void whatIsUnknownOrVeryLongStaysPlain() {
    assertThat(Highlighter.of("a.unknown").isUseful()).isFalse();
    assertThat(Highlighter.of("a.java").next("int ".repeat(1000))).isEmpty();
    assertThat(Highlighter.ofLanguage("Python").isUseful()).isTrue();
  }

  @Test
  void noContentIsChangedOrBecomesMoreThanText() {
    Random random = new Random(7);
    for (String name : NAMES) {
      Highlighter colours = Highlighter.of(name);
      assertThat(colours.isUseful()).as(name).isTrue();
      for (int i = 0; i < 400; i++) {
        StringBuilder line = new StringBuilder();
        for (int n = random.nextInt(12); n > 0; n--) {
          line.append(PIECES[random.nextInt(PIECES.length)]);
        }
        String html = LineHtml.of(line.toString(), colours.next(line.toString()));
        String text =
            html.replaceAll(
                "<span class=\"(h[a-z]|bidi\" data-code=\"U.[0-9A-F]{4})\">|</span>", "");
        assertThat(text).as(name).doesNotContain("<", ">");
        assertThat(HtmlUtils.htmlUnescape(text)).as(name).isEqualTo(line.toString());
      }
    }
  }

  @Test
  void noLineBecomesManyTimesLonger() {
    List<String> small = List.of("1+", "\"\"", "if(", "<a>", "x:1,", "a=", "'x'", "&lt;", "$a ");
    for (String name : NAMES) {
      Highlighter colours = Highlighter.of(name);
      for (String piece : small) {
        String line = piece.repeat(2000 / piece.length());
        assertThat(LineHtml.of(line, colours.next(line)).length())
            .as("%s: %s", name, piece)
            .isLessThan("&quot;".length() * line.length() + 250 * 30);
      }
    }
    String turned = "\u202e".repeat(100_000);
    assertThat(LineHtml.of(turned, List.of()))
        .hasSizeLessThan(2 * turned.length())
        .doesNotContain("\u202e\u202e");
  }
}
