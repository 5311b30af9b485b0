package org.packhouse.app.identity.signin;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.packhouse.app.identity.signin.AuthenticationFailedException.Reason;
import org.springframework.security.core.AuthenticationException;

/**
 * Answers the login form by {@code next}, or {@code error=credential}, {@code access} or {@code
 * wait}.
 */
final class LoginResponses {

  private static final String TYPED = "packhouse_typed";
  private static final int KEPT_SECONDS = 60;
  private static final int MAX_NAME = 255;

  private LoginResponses() {}

  static void succeed(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.sendRedirect(request.getContextPath() + next(request).orElse("/"));
  }

  static void fail(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException exception)
      throws IOException {
    StringBuilder url = new StringBuilder(request.getContextPath()).append("/login?error=");
    if (exception instanceof FormAuthenticationProvider.Refused refused) {
      var wait = refused.failure().retryAfter();
      if (wait != null) {
        url.append("wait&seconds=").append(wait.toSeconds());
      } else {
        url.append(refused.failure().reason() == Reason.NO_ACCESS ? "access" : "credential");
      }
    } else {
      url.append("credential");
    }
    next(request)
        .ifPresent(
            it -> url.append("&next=").append(URLEncoder.encode(it, StandardCharsets.UTF_8)));
    keepName(request, response);
    response.sendRedirect(url.toString());
  }

  /** Keeps the typed name in a cookie, as URLs are logged. */
  private static void keepName(HttpServletRequest request, HttpServletResponse response) {
    String name = request.getParameter("username");
    if (name != null && name.length() <= MAX_NAME) {
      Cookie cookie = new Cookie(TYPED, URLEncoder.encode(name, StandardCharsets.UTF_8));
      cookie.setHttpOnly(true);
      cookie.setSecure(request.isSecure());
      cookie.setMaxAge(KEPT_SECONDS);
      cookie.setPath(request.getContextPath() + "/login");
      cookie.setAttribute("SameSite", "Lax");
      response.addCookie(cookie);
    }
  }

  private static Optional<String> next(HttpServletRequest request) {
    return LocalRedirect.of(request.getParameter("next"));
  }
}
