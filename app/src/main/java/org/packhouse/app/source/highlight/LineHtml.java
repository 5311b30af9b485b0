package org.packhouse.app.source.highlight;

import java.util.List;
import org.springframework.web.util.HtmlUtils;

/** Writes lines as escaped HTML with highlighting. */
public final class LineHtml {

  /** Boxes around control characters in one part of a line; further ones are dropped. */
  private static final int MAX_BOXES = 100;

  private static final char REPLACEMENT = '\ufffd';

  private LineHtml() {}

  public static String of(String text, List<Span> spans) {
    return of(text, spans, 0, 0);
  }

  /**
   * Returns a line with the characters {@code from} to {@code to}, exclusive, marked as changed.
   */
  public static String of(String text, List<Span> spans, int from, int to) {
    StringBuilder html = new StringBuilder(text.length() * 2);
    if (to <= from) {
      coloured(html, text, spans, 0, text.length());
      return html.toString();
    }
    coloured(html, text, spans, 0, from);
    html.append("<span class=\"word\">");
    coloured(html, text, spans, from, to);
    html.append("</span>");
    coloured(html, text, spans, to, text.length());
    return html.toString();
  }

  private static void coloured(
      StringBuilder html, String text, List<Span> spans, int from, int to) {
    int at = from;
    for (Span span : spans) {
      int start = Math.max(span.start(), at);
      int end = Math.min(span.end(), to);
      if (start >= end) {
        continue;
      }
      plain(html, text, at, start);
      html.append("<span class=\"").append(span.kind().style()).append("\">");
      plain(html, text, start, end);
      html.append("</span>");
      at = end;
    }
    plain(html, text, at, to);
  }

  /** Returns whether bidirectional controls make the line look other than compilers read it. */
  public static boolean hasBidirectionalControls(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isBidirectionalControl(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBidirectionalControl(char c) {
    return (c >= '\u202a' && c <= '\u202e') || (c >= '\u2066' && c <= '\u2069');
  }

  private static void escaped(StringBuilder html, String text, int from, int to) {
    if (from < to) {
      html.append(HtmlUtils.htmlEscape(text.substring(from, to), "UTF-8"));
    }
  }

  private static void plain(StringBuilder html, String text, int from, int to) {
    int at = from;
    int boxes = 0;
    for (int i = from; i < to; i++) {
      char character = text.charAt(i);
      if (isBidirectionalControl(character)) {
        escaped(html, text, at, i);
        if (++boxes <= MAX_BOXES) {
          // Isolated, the control cannot reorder the text beside it.
          html.append("<span class=\"bidi\" data-code=\"U+%04X\">".formatted((int) character));
          html.append(character).append("</span>");
        } else {
          html.append(REPLACEMENT);
        }
        at = i + 1;
      }
    }
    escaped(html, text, at, to);
  }
}
