package org.packhouse.app.source.highlight;

/**
 * A part of a line that has a colour.
 *
 * @param start index of its first character
 * @param end index behind its last character
 */
public record Span(int start, int end, Kind kind) {

  /** The kinds of words that have colours; what is of none has no span. */
  public enum Kind {
    /** A word of the language. */
    KEYWORD("hk"),
    /** Text in quotes, and regular expressions. */
    STRING("hs"),
    /** A number or another literal. */
    NUMBER("hn"),
    /** What the language passes over. */
    COMMENT("hc"),
    /** The name of a function. */
    FUNCTION("hf"),
    /** The name of a type, or of an element. */
    TYPE("ht"),
    /** A variable, an attribute, an annotation. */
    ATTRIBUTE("ha");

    private final String style;

    Kind(String style) {
      this.style = style;
    }

    /** The class by which the style sheet knows it. */
    public String style() {
      return style;
    }
  }
}
