package org.packhouse.app.platform.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Reads which site sent a request, as the browser says: by {@code Sec-Fetch-Site}, or by {@code
 * Origin} from older browsers and without TLS.
 */
public final class RequestSource {

  private RequestSource() {}

  static boolean isForeign(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null) {
      return !site.equals("same-origin") && !site.equals("none");
    }
    String origin = request.getHeader("Origin");
    return origin != null && !isOwn(origin, request.getServerName());
  }

  /** Returns whether the browser names this server's own page, by host or {@code baseUrl}. */
  public static boolean isOwnPage(HttpServletRequest request, String baseUrl) {
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null) {
      return site.equals("same-origin");
    }
    String origin = request.getHeader("Origin");
    return origin != null
        && (isOwn(origin, request.getServerName()) || isOwn(origin, URI.create(baseUrl).getHost()));
  }

  /** Compares host names alone: a proxy may have changed scheme and port. */
  private static boolean isOwn(String origin, @Nullable String ownHost) {
    try {
      String host = URI.create(origin).getHost();
      return host != null && host.equalsIgnoreCase(ownHost);
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
