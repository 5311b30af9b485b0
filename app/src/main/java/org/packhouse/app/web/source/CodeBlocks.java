package org.packhouse.app.web.source;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.packhouse.app.source.highlight.Highlighter;
import org.packhouse.app.source.highlight.LineHtml;
import org.springframework.web.util.HtmlUtils;

/**
 * Colours the blocks of code in rendered Markdown, after that was made safe: what stands in a block
 * is read as text, and only as text is it written again.
 */
public final class CodeBlocks {

  private static final Pattern BLOCK =
      Pattern.compile("<code class=\"language-([A-Za-z0-9_+#.-]{1,40})\">([^<]*)</code>");

  private CodeBlocks() {}

  /** The same HTML with colours in its blocks of code. */
  public static String coloured(String html) {
    Matcher blocks = BLOCK.matcher(html);
    StringBuilder coloured = new StringBuilder(html.length());
    while (blocks.find()) {
      Highlighter colours = Highlighter.ofLanguage(blocks.group(1));
      if (colours.isUseful()) {
        String code = coloured(HtmlUtils.htmlUnescape(blocks.group(2)), colours);
        blocks.appendReplacement(coloured, Matcher.quoteReplacement("<code>" + code + "</code>"));
      }
    }
    return blocks.appendTail(coloured).toString();
  }

  private static String coloured(String code, Highlighter colours) {
    return code.lines()
        .map(line -> LineHtml.of(line, colours.next(line)) + "\n")
        .collect(Collectors.joining());
  }
}
