package org.packhouse.app.identity.signin;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Pages by which programs read content, authenticated by a header: raw files, archives and
 * pictures.
 */
final class ContentPaths {

  private static final Set<String> READING = Set.of("GET", "HEAD");
  private static final String OWNER = "/(?:projects|users)/[^/]+";
  private static final Pattern CONTENT =
      Pattern.compile(OWNER + "(?:/avatar\\.png|/repos/[^/]+/(?:raw|archive)(?:/.*)?)");
  private static final Pattern BROWSE = Pattern.compile(OWNER + "/repos/[^/]+/browse(?:/.*)?");

  private ContentPaths() {}

  static boolean includes(HttpServletRequest request) {
    String path = request.getRequestURI().substring(request.getContextPath().length());
    return READING.contains(request.getMethod())
        && (CONTENT.matcher(path).matches()
            || (BROWSE.matcher(path).matches() && request.getParameter("raw") != null));
  }
}
