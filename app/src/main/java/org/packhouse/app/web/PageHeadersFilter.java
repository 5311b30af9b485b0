package org.packhouse.app.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Sets the headers that restrict pages: nothing inline, nothing from other origins, no framing. */
final class PageHeadersFilter extends HttpFilter {

  private static final long serialVersionUID = 1L;

  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none';"
          + " frame-ancestors 'none'";

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String path = request.getRequestURI().substring(request.getContextPath().length());
    if (!path.startsWith("/scm/") && !path.startsWith("/rest/")) {
      response.setHeader("Content-Security-Policy", POLICY);
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Referrer-Policy", "same-origin");
      if (request.isSecure()) {
        // Browsers ignore the header without TLS, with a warning.
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
      }
      response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
      response.setHeader(
          "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    }
    chain.doFilter(request, response);
  }
}
