package org.packhouse.app.platform.rest;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps other sites' forms from acting with a browser's cookies. A browser asks before it sends
 * JSON to another site, so only bodies that a form can make need the header {@code
 * X-Atlassian-Token: no-check}: where a cookie is what signs the request in, and wherever the
 * browser says that another site sends it, as browsers remember names and passwords too.
 */
final class CrossSiteFilter extends HttpFilter {

  private static final long serialVersionUID = 1L;

  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

  private final transient RestErrorWriter writer;

  CrossSiteFilter(RestErrorWriter writer) {
    this.writer = writer;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (mayBeForged(request)) {
      writer.write(response, 403, ExceptionName.XSRF, "XSRF check failed");
    } else {
      chain.doFilter(request, response);
    }
  }

  private static boolean mayBeForged(HttpServletRequest request) {
    return !SAFE.contains(request.getMethod())
        && !isJson(request.getContentType())
        && !isNoCheck(request.getHeader("X-Atlassian-Token"))
        && (isForeign(request)
            || (request.getHeader("Authorization") == null && hasCookies(request.getCookies())));
  }

  /** Whether the browser says so: by one header, or by the other where it is too old for that. */
  private static boolean isForeign(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null) {
      return !site.equals("same-origin") && !site.equals("none");
    }
    String origin = request.getHeader("Origin");
    return origin != null && !isOwn(origin, request);
  }

  /** Names are compared alone: a proxy may have changed scheme and port. */
  private static boolean isOwn(String origin, HttpServletRequest request) {
    try {
      String host = URI.create(origin).getHost();
      return host != null && host.equalsIgnoreCase(request.getServerName());
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private static boolean hasCookies(Cookie @Nullable [] cookies) {
    return cookies != null && cookies.length > 0;
  }

  private static boolean isJson(@Nullable String contentType) {
    return contentType != null
        && contentType.toLowerCase(Locale.ROOT).startsWith("application/json");
  }

  private static boolean isNoCheck(@Nullable String token) {
    return token != null && (token.equals("no-check") || token.equals("nocheck"));
  }
}
