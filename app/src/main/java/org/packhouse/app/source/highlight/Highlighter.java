package org.packhouse.app.source.highlight;

import java.util.ArrayList;
import java.util.List;
import javax.swing.text.Segment;
import org.fife.ui.rsyntaxtextarea.Token;
import org.fife.ui.rsyntaxtextarea.TokenMaker;
import org.fife.ui.rsyntaxtextarea.TokenMakerFactory;
import org.fife.ui.rsyntaxtextarea.TokenTypes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Highlights the lines of a file in order, from the first on, since a comment may begin anywhere
 * above. The grammars are automata: a line takes time linear in its length, some microseconds for
 * ordinary lines. For one thread.
 */
public final class Highlighter {

  private static final Logger LOG = LoggerFactory.getLogger(Highlighter.class);

  /** Longer lines are generated, and stay plain. */
  private static final int MAX_LINE = 2000;

  /** Spans of a line: each adds thirty characters of HTML. */
  private static final int MAX_SPANS = 250;

  /** Lines of a file beyond which it stays plain. */
  private static final int MAX_LINES = 60_000;

  private @Nullable TokenMaker grammar;
  private int state = TokenTypes.NULL;
  private int lines;

  private Highlighter(@Nullable TokenMaker grammar) {
    this.grammar = grammar;
  }

  /** Returns a highlighter by file name; without a grammar it highlights nothing. */
  public static Highlighter of(String fileName) {
    return by(Grammar.of(fileName));
  }

  public static Highlighter ofLanguage(String name) {
    return by(Grammar.ofLanguage(name));
  }

  private static Highlighter by(@Nullable String grammar) {
    return new Highlighter(
        grammar == null ? null : TokenMakerFactory.getDefaultInstance().getTokenMaker(grammar));
  }

  public boolean isUseful() {
    return grammar != null;
  }

  public List<Span> next(String line) {
    if (grammar == null) {
      return List.of();
    }
    lines++;
    if (lines > MAX_LINES) {
      grammar = null;
      return List.of();
    }
    if (line.length() > MAX_LINE) {
      return List.of();
    }
    try {
      return spans(grammar, line);
    } catch (RuntimeException e) {
      LOG.debug("A grammar failed at a line; the rest of the file stays plain", e);
      grammar = null;
      return List.of();
    }
  }

  private List<Span> spans(TokenMaker tokens, String line) {
    char[] characters = line.toCharArray();
    List<Span> spans = new ArrayList<>();
    int at = 0;
    Token last = null;
    for (Token token = tokens.getTokenList(new Segment(characters, 0, characters.length), state, 0);
        token != null;
        token = token.getNextToken()) {
      last = token;
      int end = Math.min(line.length(), at + (token.isPaintable() ? token.length() : 0));
      Span.Kind kind = kind(token.getType());
      if (kind != null && end > at && spans.size() <= MAX_SPANS) {
        add(spans, new Span(at, end, kind));
      }
      at = end;
    }
    state = last == null ? TokenTypes.NULL : last.getType();
    return spans.size() > MAX_SPANS ? List.copyOf(spans.subList(0, MAX_SPANS)) : spans;
  }

  private static void add(List<Span> spans, Span span) {
    if (!spans.isEmpty()
        && spans.getLast().end() == span.start()
        && spans.getLast().kind() == span.kind()) {
      span = new Span(spans.removeLast().start(), span.end(), span.kind());
    }
    spans.add(span);
  }

  private static Span.@Nullable Kind kind(int type) {
    return switch (type) {
      case TokenTypes.RESERVED_WORD,
          TokenTypes.RESERVED_WORD_2,
          TokenTypes.PREPROCESSOR,
          TokenTypes.LITERAL_BOOLEAN ->
          Span.Kind.KEYWORD;
      case TokenTypes.LITERAL_STRING_DOUBLE_QUOTE,
          TokenTypes.LITERAL_CHAR,
          TokenTypes.LITERAL_BACKQUOTE,
          TokenTypes.REGEX,
          TokenTypes.ERROR_STRING_DOUBLE,
          TokenTypes.ERROR_CHAR,
          TokenTypes.MARKUP_TAG_ATTRIBUTE_VALUE,
          TokenTypes.MARKUP_CDATA ->
          Span.Kind.STRING;
      case TokenTypes.LITERAL_NUMBER_DECIMAL_INT,
          TokenTypes.LITERAL_NUMBER_FLOAT,
          TokenTypes.LITERAL_NUMBER_HEXADECIMAL,
          TokenTypes.MARKUP_ENTITY_REFERENCE ->
          Span.Kind.NUMBER;
      case TokenTypes.COMMENT_EOL,
          TokenTypes.COMMENT_MULTILINE,
          TokenTypes.COMMENT_DOCUMENTATION,
          TokenTypes.COMMENT_KEYWORD,
          TokenTypes.COMMENT_MARKUP,
          TokenTypes.MARKUP_COMMENT,
          TokenTypes.MARKUP_DTD,
          TokenTypes.MARKUP_PROCESSING_INSTRUCTION ->
          Span.Kind.COMMENT;
      case TokenTypes.FUNCTION -> Span.Kind.FUNCTION;
      case TokenTypes.DATA_TYPE, TokenTypes.MARKUP_TAG_NAME -> Span.Kind.TYPE;
      case TokenTypes.VARIABLE, TokenTypes.ANNOTATION, TokenTypes.MARKUP_TAG_ATTRIBUTE ->
          Span.Kind.ATTRIBUTE;
      default -> null;
    };
  }
}
