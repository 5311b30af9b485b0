package org.packhouse.app.web;

import org.springframework.http.HttpStatus;

/** The thing that the URL names is elsewhere now. */
public final class MovedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String location;
  private final boolean forGood;

  /** Makes one; {@code location} is a path without the context path, with its query. */
  public MovedException(String location) {
    this(location, true);
  }

  /**
   * Makes one.
   *
   * @param location a path without the context path, with its query
   * @param forGood whether it stays there; otherwise clients must ask for the old place again
   */
  public MovedException(String location, boolean forGood) {
    super("moved to " + location);
    this.location = location;
    this.forGood = forGood;
  }

  HttpStatus status() {
    return forGood ? HttpStatus.PERMANENT_REDIRECT : HttpStatus.SEE_OTHER;
  }

  String location() {
    return location;
  }
}
