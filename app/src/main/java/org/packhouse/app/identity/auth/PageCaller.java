package org.packhouse.app.identity.auth;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.Authenticator.Authenticated;
import org.packhouse.app.identity.auth.Authenticator.RepositoryPath;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Makes the caller of a page request anew from its session, so that a changed password, a lost
 * permission or a deactivation counts from the next click on.
 */
final class PageCaller extends OncePerRequestFilter {

  private final Authenticator authenticator;

  PageCaller(Authenticator authenticator) {
    this.authenticator = authenticator;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    RepositoryPath path = RepositoryInPath.of(request);
    Authenticated signedIn = signIn(request, path);
    SecurityContextHolder.setContext(
        new SecurityContextImpl(new CallerAuthentication(signedIn, path, request)));
    CallerHeaders.write(response, signedIn.caller());
    chain.doFilter(request, response);
  }

  private Authenticated signIn(HttpServletRequest request, @Nullable RepositoryPath path) {
    if (SecurityContextHolder.getContext().getAuthentication() instanceof SignedInSession it) {
      try {
        return authenticator.authenticate(it.credential(), path);
      } catch (AuthenticationFailedException e) {
        logger.debug("A session has ended: its user changed", e);
        HttpSession session = request.getSession(false);
        if (session != null) {
          session.invalidate();
        }
      }
    }
    try {
      return authenticator.authenticate(new Credential.None(), path);
    } catch (AuthenticationFailedException e) {
      throw new IllegalStateException("No credential at all was refused", e);
    }
  }
}
