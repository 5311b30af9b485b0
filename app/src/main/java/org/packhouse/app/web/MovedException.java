package org.packhouse.app.web;

/** What the URL names is elsewhere now. */
public final class MovedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String location;

  /** Makes one; {@code location} is a path without the context path, with its query. */
  public MovedException(String location) {
    super("moved to " + location);
    this.location = location;
  }

  String location() {
    return location;
  }
}
