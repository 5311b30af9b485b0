package org.packhouse.app.web;

import org.springframework.http.HttpStatus;

/** Redirects the browser from the page that it asked for to another one. */
public final class RedirectException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String location;
  private final boolean permanent;

  /**
   * Creates a redirect.
   *
   * @param location path and query, without the context path
   * @param permanent whether clients may remember the new address
   */
  public RedirectException(String location, boolean permanent) {
    super("moved to " + location);
    this.location = location;
    this.permanent = permanent;
  }

  HttpStatus status() {
    return permanent ? HttpStatus.PERMANENT_REDIRECT : HttpStatus.SEE_OTHER;
  }

  String location() {
    return location;
  }
}
