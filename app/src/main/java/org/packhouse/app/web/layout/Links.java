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

  /** The page of a project: of a personal one, {@code /users/name}. */
  public static String to(Project project) {
    return project.isPersonal()
        ? "/users/" + project.key().substring(1).toLowerCase(Locale.ROOT)
        : "/projects/" + project.key();
  }

  /** The page of a user. */
  public static String to(User user) {
    return "/users/" + encode(user.slug());
  }

  /** The page of a repository. */
  public static String to(Repository repository) {
    return to(repository.project()) + "/repos/" + repository.slug();
  }

  /** The page of {@code /projects/KEY} or of a repository there. */
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

  /** A value for a query string; slashes are kept for people to read. */
  public static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("%2F", "/").replace("+", "%20");
  }
}
