package org.packhouse.app.web.source;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.highlight.Highlighter;
import org.packhouse.app.source.highlight.LineHtml;
import org.springframework.web.util.HtmlUtils;

/**
 * Highlights code blocks in sanitised HTML. A block's content is treated as text throughout, so
 * highlighting cannot undo the sanitiser.
 */
public final class CodeBlocks {

  private static final Pattern BLOCK =
      Pattern.compile("<code class=\"language-([A-Za-z0-9_+#.-]{1,40})\">([^<]*)</code>");

  /** Characters that highlighting may add to a text; blocks that would exceed it stay plain. */
  private static final int MAX_ADDED = 1 << 20;

  private CodeBlocks() {}

  public static String coloured(String html) {
    Matcher blocks = BLOCK.matcher(html);
    StringBuilder coloured = new StringBuilder(html.length());
    int left = MAX_ADDED;
    while (left > 0 && blocks.find()) {
      Highlighter colours = Highlighter.ofLanguage(blocks.group(1));
      if (colours.isUseful()) {
        String plain = blocks.group(2);
        String code = coloured(HtmlUtils.htmlUnescape(plain), colours, plain.length() + left);
        if (code != null) {
          blocks.appendReplacement(coloured, Matcher.quoteReplacement("<code>" + code + "</code>"));
          left -= Math.max(0, code.length() - plain.length());
        }
      }
    }
    return blocks.appendTail(coloured).toString();
  }

  /** Returns null if the result would be longer than {@code max}. */
  private static @Nullable String coloured(String code, Highlighter colours, int max) {
    StringBuilder coloured = new StringBuilder(code.length());
    for (String line : (Iterable<String>) code.lines()::iterator) {
      coloured.append(LineHtml.of(line, colours.next(line))).append('\n');
      if (coloured.length() > max) {
        return null;
      }
    }
    return coloured.toString();
  }
}
