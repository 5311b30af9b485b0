package org.packhouse.app.identity.signin;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.session.Credential;
import org.packhouse.app.identity.session.SessionSecurityContexts;
import org.packhouse.app.identity.session.SignedInSession;
import org.packhouse.app.identity.signin.Authenticator.Authenticated;
import org.packhouse.app.identity.signin.Authenticator.RepositoryPath;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestErrorWriter;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/** Authenticates each REST request by its {@code Authorization} header, else by a session. */
final class RestAuthenticationFilter extends OncePerRequestFilter {

  private final Authenticator authenticator;
  private final RestErrorWriter errors;

  RestAuthenticationFilter(Authenticator authenticator, RestErrorWriter errors) {
    this.authenticator = authenticator;
    this.errors = errors;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    RepositoryPath path = RepositoryInPath.of(request);
    Authenticated signedIn;
    try {
      signedIn = signIn(request, path);
    } catch (AuthenticationFailedException e) {
      refuse(response, e);
      return;
    }
    new CallerAuthentication(signedIn, path, request).begin(response);
    chain.doFilter(request, response);
  }

  private Authenticated signIn(HttpServletRequest request, @Nullable RepositoryPath path)
      throws AuthenticationFailedException {
    Credential credential =
        AuthorizationHeader.read(request.getHeader("Authorization"), request.getRemoteAddr());
    SignedInSession session =
        credential instanceof Credential.None ? SessionSecurityContexts.read(request) : null;
    if (session != null) {
      try {
        return authenticator.authenticate(session.credential(), path);
      } catch (AuthenticationFailedException e) {
        logger.debug("A session has ended by a change of its user", e);
      }
    }
    return authenticator.authenticate(credential, path);
  }

  private void refuse(HttpServletResponse response, AuthenticationFailedException failure)
      throws IOException {
    String message = String.valueOf(failure.getMessage());
    Duration wait = failure.retryAfter();
    if (wait != null) {
      response.setHeader("Retry-After", Long.toString(wait.toSeconds()));
      errors.write(
          response, HttpStatus.TOO_MANY_REQUESTS.value(), ExceptionName.RATE_LIMITED, message);
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
