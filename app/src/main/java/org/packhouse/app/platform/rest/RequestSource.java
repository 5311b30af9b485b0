package org.packhouse.app.platform.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Reads which site a browser says that a request was sent from: by the header {@code
 * Sec-Fetch-Site}, or by {@code Origin} where the browser is too old for that or the server is
 * reached without TLS.
 */
public final class RequestSource {

  private RequestSource() {}

  /** Returns whether the browser says that another site sent the request. */
  static boolean isForeign(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null) {
      return !site.equals("same-origin") && !site.equals("none");
    }
    String origin = request.getHeader("Origin");
    return origin != null && !isOwn(origin, request.getServerName());
  }

  /**
   * Returns whether the browser says that a page of this server sent the request; false if it says
   * nothing.
   *
   * @param baseUrl the address that people know, where a proxy does not pass on the name they asked
   *     for
   */
  public static boolean isOwnPage(HttpServletRequest request, String baseUrl) {
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null) {
      return site.equals("same-origin");
    }
    String origin = request.getHeader("Origin");
    return origin != null
        && (isOwn(origin, request.getServerName()) || isOwn(origin, URI.create(baseUrl).getHost()));
  }

  /** Names are compared alone: a proxy may have changed scheme and port. */
  private static boolean isOwn(String origin, @Nullable String ownHost) {
    try {
      String host = URI.create(origin).getHost();
      return host != null && host.equalsIgnoreCase(ownHost);
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
