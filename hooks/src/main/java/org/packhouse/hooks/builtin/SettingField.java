package org.packhouse.hooks.builtin;

/**
 * A setting of a hook, as a form asks for it.
 *
 * @param name as settings have it
 * @param label what people call it
 * @param hint what can be written, in a sentence or two
 */
public record SettingField(String name, String label, Kind kind, String hint) {

  /** The kinds of values. */
  public enum Kind {
    /** A text of one line. */
    TEXT,
    /** A whole number. */
    NUMBER,
    /** A list of texts. */
    TEXTS
  }
}
