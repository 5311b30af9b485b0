package org.packhouse.app.platform.node;

/**
 * The outcome of a check of whether this machine can be a node.
 *
 * @param check what was looked at, in a word or two
 * @param ok whether a node could start
 * @param told what was found, or why not
 */
public record Finding(String check, boolean ok, String told) {

  /** A check that passed. */
  public static Finding ok(String check, String told) {
    return new Finding(check, true, told);
  }

  /** A check that failed. */
  public static Finding failed(String check, String told) {
    return new Finding(check, false, told);
  }

  @Override
  public String toString() {
    return "%-6s %s: %s".formatted(ok ? "ok" : "FAILED", check, told);
  }
}
