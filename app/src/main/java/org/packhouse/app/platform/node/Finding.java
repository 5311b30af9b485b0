package org.packhouse.app.platform.node;

/** The result of a check whether this machine can be a node. */
public record Finding(String check, boolean ok, String told) {

  public static Finding ok(String check, String told) {
    return new Finding(check, true, told);
  }

  public static Finding failed(String check, String told) {
    return new Finding(check, false, told);
  }

  @Override
  public String toString() {
    return "%-6s %s: %s".formatted(ok ? "ok" : "FAILED", check, told);
  }
}
