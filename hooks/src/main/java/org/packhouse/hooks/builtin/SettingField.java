package org.packhouse.hooks.builtin;

/** A hook setting in a form, with a hint of a sentence or two. */
public record SettingField(String name, String label, Kind kind, String hint) {

  public enum Kind {
    /** A single line. */
    TEXT,
    NUMBER,
    TEXTS
  }
}
