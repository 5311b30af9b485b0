package org.packhouse.app.platform.rest;

/**
 * The thing that a REST path names is at another place now: 307 to the same path with the place
 * replaced.
 */
public final class MovedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String place;

  /**
   * Makes one.
   *
   * @param place {@code /projects/KEY} or {@code /projects/KEY/repos/slug}
   */
  public MovedException(String place) {
    super("It is at " + place + " now.");
    this.place = place;
  }

  /** {@code /projects/KEY} or {@code /projects/KEY/repos/slug}. */
  public String place() {
    return place;
  }

  /** {@code uri}, from its path on, with the place in it replaced by the new one. */
  String location(String path, String query) {
    String pattern = place.contains("/repos/") ? "/projects/[^/]+/repos/[^/]+" : "/projects/[^/]+";
    String moved = path.replaceFirst(pattern, java.util.regex.Matcher.quoteReplacement(place));
    return query.isEmpty() ? moved : moved + "?" + query;
  }
}
