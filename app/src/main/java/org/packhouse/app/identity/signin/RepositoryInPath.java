package org.packhouse.app.identity.signin;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.signin.Authenticator.RepositoryPath;
import org.springframework.web.util.UriUtils;

/**
 * Parses the path of a request: {@code .../projects/KEY/repos/slug} or {@code
 * .../users/name/repos/slug}.
 */
final class RepositoryInPath {

  /** Enough for the first repository that a path names. */
  private static final int MAX_SEGMENTS = 12;

  private RepositoryInPath() {}

  static @Nullable RepositoryPath of(HttpServletRequest request) {
    return of(request.getRequestURI().substring(request.getContextPath().length()));
  }

  /** Parses a path as the client sent it, without the context path. */
  static @Nullable RepositoryPath of(String path) {
    String[] segments = path.split("/", MAX_SEGMENTS);
    for (int i = 1; i + 3 < segments.length; i++) {
      boolean ofUser = segments[i].equals("users");
      if ((ofUser || segments[i].equals("projects")) && segments[i + 2].equals("repos")) {
        return named(ofUser ? "~" + segments[i + 1] : segments[i + 1], segments[i + 3]);
      }
    }
    return null;
  }

  /** Returns whether the path names that repository, in any case. */
  static boolean isSame(RepositoryPath path, String projectKey, String slug) {
    return lower(path.projectKey()).equals(lower(projectKey))
        && lower(path.slug()).equals(lower(slug));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private static @Nullable RepositoryPath named(String key, String slug) {
    try {
      return new RepositoryPath(
          UriUtils.decode(key, StandardCharsets.UTF_8),
          UriUtils.decode(slug, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException _) {
      // A later check refuses the malformed path.
      return null;
    }
  }
}
