package org.packhouse.app.web.layout;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;

/** Addresses of pages, without the context path. */
public final class Links {

  private Links() {}

  /** Returns the project's page, {@code /users/name} for a personal one. */
  public static String to(Project project) {
    return project.isPersonal()
        ? "/users/" + project.key().substring(1).toLowerCase(Locale.ROOT)
        : "/projects/" + project.key();
  }

  public static String to(User user) {
    return "/users/" + encode(user.slug());
  }

  public static String to(Repository repository) {
    return to(repository.project()) + "/repos/" + repository.slug();
  }

  /** Returns the page of {@code /projects/KEY}, or of a repository below it. */
  public static String toPlace(String place) {
    String personal = "/projects/~";
    if (!place.startsWith(personal)) {
      return place;
    }
    int end = (place + "/").indexOf('/', personal.length());
    return "/users/"
        + place.substring(personal.length(), end).toLowerCase(Locale.ROOT)
        + place.substring(end);
  }

  /** Encodes a value of a query string; slashes stay readable. */
  public static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("%2F", "/").replace("+", "%20");
  }
}
