package org.packhouse.app.source.highlight;

/** A highlighted part of a line; {@code end} is exclusive. */
public record Span(int start, int end, Kind kind) {

  /** Kinds of tokens; all others have no span. */
  public enum Kind {
    KEYWORD("hk"),
    STRING("hs"),
    NUMBER("hn"),
    COMMENT("hc"),
    FUNCTION("hf"),
    TYPE("ht"),
    ATTRIBUTE("ha");

    private final String style;

    Kind(String style) {
      this.style = style;
    }

    public String style() {
      return style;
    }
  }
}
