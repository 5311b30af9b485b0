package org.packhouse.app.platform.rest;

/** The project or repository has moved: 307 to the same path with the new place in it. */
public final class MovedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String place;

  /** Names the new place: {@code /projects/KEY} or {@code /projects/KEY/repos/slug}. */
  public MovedException(String place) {
    super("It is at " + place + " now.");
    this.place = place;
  }

  public String place() {
    return place;
  }

  /** Returns the URI from its path on, with the old place replaced by the new one. */
  String location(String path, String query) {
    String pattern = place.contains("/repos/") ? "/projects/[^/]+/repos/[^/]+" : "/projects/[^/]+";
    String moved = path.replaceFirst(pattern, java.util.regex.Matcher.quoteReplacement(place));
    return query.isEmpty() ? moved : moved + "?" + query;
  }
}
