package org.packhouse.app.identity.auth;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestErrorWriter;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Signs REST requests in, each by itself: by its {@code Authorization} header, else by a browser's
 * session. No session is ever made here.
 */
final class RestSignIn extends OncePerRequestFilter {

  private static final int TOO_MANY_REQUESTS = 429;

  private final Authenticator authenticator;
  private final RestErrorWriter errors;

  RestSignIn(Authenticator authenticator, RestErrorWriter errors) {
    this.authenticator = authenticator;
    this.errors = errors;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Caller caller;
    try {
      caller = callerOf(request);
    } catch (AuthenticationFailedException e) {
      refuse(response, e);
      return;
    }
    SecurityContextHolder.setContext(new SecurityContextImpl(new CallerAuthentication(caller)));
    CallerHeaders.write(response, caller);
    chain.doFilter(request, response);
  }

  private Caller callerOf(HttpServletRequest request) throws AuthenticationFailedException {
    Credential credential =
        AuthorizationHeader.read(request.getHeader("Authorization"), request.getRemoteAddr());
    SignedInSession session =
        credential instanceof Credential.None ? SessionStamps.read(request) : null;
    if (session != null) {
      try {
        return authenticator.authenticate(session.credential(), null).caller();
      } catch (AuthenticationFailedException e) {
        logger.debug("A session has ended: its user changed", e);
      }
    }
    return authenticator.authenticate(credential, null).caller();
  }

  private void refuse(HttpServletResponse response, AuthenticationFailedException failure)
      throws IOException {
    String message = String.valueOf(failure.getMessage());
    Duration wait = failure.retryAfter();
    if (wait != null) {
      response.setHeader("Retry-After", Long.toString(wait.toSeconds()));
      errors.write(response, TOO_MANY_REQUESTS, ExceptionName.RATE_LIMITED, message);
      return;
    }
    response.setHeader("WWW-Authenticate", "Basic realm=\"Packhouse\"");
    ExceptionName name =
        failure.reason() == AuthenticationFailedException.Reason.NO_ACCESS
            ? ExceptionName.NO_ACCESS
            : ExceptionName.INCORRECT_PASSWORD;
    errors.write(response, HttpServletResponse.SC_UNAUTHORIZED, name, message);
  }
}
