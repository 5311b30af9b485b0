package org.packhouse.app.web;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** The page that a form was sent from, to lead back there after a refusal. */
final class Referer {

  private Referer() {}

  /**
   * Returns the address without the context path; null without a {@code Referer} of this server.
   */
  static @Nullable String page(HttpServletRequest request) {
    String referer = request.getHeader(HttpHeaders.REFERER);
    if (referer == null) {
      return null;
    }
    try {
      URI page = new URI(referer);
      String path = page.getRawPath();
      String context = request.getContextPath();
      if (!request.getServerName().equalsIgnoreCase(page.getHost())
          || path == null
          || !path.startsWith(context + "/")
          || path.startsWith("//", context.length())) {
        return null;
      }
      String query = page.getRawQuery();
      return path.substring(context.length()) + (query == null ? "" : "?" + query);
    } catch (URISyntaxException _) {
      return null;
    }
  }
}
