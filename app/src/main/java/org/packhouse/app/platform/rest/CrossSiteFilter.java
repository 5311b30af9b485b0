package org.packhouse.app.platform.rest;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps other sites' forms from acting with a browser's cookies. Browsers ask before they send JSON
 * to another site, so only bodies that a form can make need {@code X-Atlassian-Token: no-check}:
 * where a cookie signs the request in, and wherever the browser names another site as the source,
 * as browsers remember names and passwords too.
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
        && (RequestSource.isForeign(request)
            || (request.getHeader("Authorization") == null && hasCookies(request.getCookies())));
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
