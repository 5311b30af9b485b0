package org.packhouse.app.identity.ratelimit.rest;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.ratelimit.RateLimitExceededException;
import org.packhouse.app.identity.ratelimit.RateLimiter;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.platform.rest.Refusals;
import org.packhouse.app.platform.rest.RestErrorWriter;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Takes a token for each REST request, and each request of a program for content. Administrators
 * can always change the limits.
 */
@Component
@Order(RateLimitGate.ORDER)
final class RateLimitGate extends HttpFilter {

  /** The order of the filter: after authentication, before any other work. */
  static final int ORDER = -60;

  private static final long serialVersionUID = 1L;

  private final transient RateLimiter limiter;
  private final transient CurrentCaller callers;
  private final transient Permissions permissions;
  private final transient RestErrorWriter errors;

  RateLimitGate(
      RateLimiter limiter, CurrentCaller callers, Permissions permissions, RestErrorWriter errors) {
    this.limiter = limiter;
    this.callers = callers;
    this.permissions = permissions;
    this.errors = errors;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    boolean rest = RestErrorWriter.isRest(request);
    if (rest || request.getHeader("Authorization") != null) {
      Caller caller = callers.get();
      try {
        limiter.take(caller, request.getRemoteAddr());
      } catch (RateLimitExceededException e) {
        if (!isAboutLimits(request) || !permissions.test(caller, Permission.ADMIN)) {
          refuse(response, e, rest);
          return;
        }
      }
    }
    chain.doFilter(request, response);
  }

  private static boolean isAboutLimits(HttpServletRequest request) {
    return request
        .getRequestURI()
        .substring(request.getContextPath().length())
        .matches("/rest/api/[^/]+/admin/rate-limit/.*");
  }

  private void refuse(
      HttpServletResponse response, RateLimitExceededException refusal, boolean rest)
      throws IOException {
    response.setHeader("Retry-After", Long.toString(refusal.retryAfter().toSeconds()));
    if (rest) {
      errors.write(response, Refusals.of(refusal));
      return;
    }
    response.setStatus(HttpStatus.TOO_MANY_REQUESTS.value());
    response.setContentType("text/plain;charset=UTF-8");
    response
        .getOutputStream()
        .write((refusal.getMessage() + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
