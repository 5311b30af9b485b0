package org.packhouse.app.identity.signin;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.session.Credential;
import org.packhouse.app.identity.session.SignedInSession;
import org.packhouse.app.identity.signin.Authenticator.Authenticated;
import org.packhouse.app.identity.signin.Authenticator.RepositoryPath;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.web.filter.OncePerRequestFilter;

/** Authenticates each page request by its session; content for programs also by a header. */
final class PageAuthenticationFilter extends OncePerRequestFilter {

  private static final Set<String> READING = Set.of("GET", "HEAD");
  private static final String OWNER = "/(?:projects|users)/[^/]+";
  private static final Pattern CONTENT =
      Pattern.compile(OWNER + "(?:/avatar\\.png|/repos/[^/]+/(?:raw|archive)(?:/.*)?)");
  private static final Pattern BROWSE = Pattern.compile(OWNER + "/repos/[^/]+/browse(?:/.*)?");

  private final Authenticator authenticator;

  PageAuthenticationFilter(Authenticator authenticator) {
    this.authenticator = authenticator;
  }

  @Override
  protected boolean shouldNotFilterErrorDispatch() {
    return false;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (request.getDispatcherType() == DispatcherType.ERROR) {
      recognize(request);
      chain.doFilter(request, response);
      return;
    }
    RepositoryPath path = RepositoryInPath.of(request);
    Authenticated signedIn;
    try {
      Credential shown =
          isForPrograms(request)
              ? AuthorizationHeader.read(
                  request.getHeader("Authorization"), request.getRemoteAddr())
              : new Credential.None();
      signedIn =
          shown instanceof Credential.None
              ? signIn(request, path)
              : authenticator.authenticate(shown, path);
    } catch (AuthenticationFailedException e) {
      refuse(response, e);
      return;
    }
    new CallerAuthentication(signedIn, path, request).begin(response);
    chain.doFilter(request, response);
  }

  /** Returns whether programs read the page by a header: raw files, archives and pictures. */
  private static boolean isForPrograms(HttpServletRequest request) {
    String path = request.getRequestURI().substring(request.getContextPath().length());
    return READING.contains(request.getMethod())
        && (CONTENT.matcher(path).matches()
            || (BROWSE.matcher(path).matches() && request.getParameter("raw") != null));
  }

  /** Authenticates an error page by its session only, and not if the database fails. */
  private void recognize(HttpServletRequest request) {
    Object failure = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
    if (failure instanceof Throwable thrown && DatabaseTrouble.of(thrown) != null) {
      return;
    }
    try {
      if (!(SecurityContextHolder.getContext().getAuthentication() instanceof SignedInSession)) {
        return;
      }
      SecurityContextHolder.setContext(
          new SecurityContextImpl(new CallerAuthentication(signIn(request, null), null, request)));
    } catch (RuntimeException e) {
      logger.debug("The error page is served to an unknown caller", e);
      SecurityContextHolder.clearContext();
    }
  }

  private static void refuse(HttpServletResponse response, AuthenticationFailedException failure)
      throws IOException {
    Duration wait = failure.retryAfter();
    if (wait == null) {
      response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
      response.setHeader("WWW-Authenticate", "Basic realm=\"Packhouse\"");
    } else {
      response.setStatus(HttpStatus.TOO_MANY_REQUESTS.value());
      response.setHeader("Retry-After", Long.toString(wait.toSeconds()));
    }
    response.setContentType("text/plain;charset=UTF-8");
    response
        .getOutputStream()
        .write((failure.getMessage() + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private Authenticated signIn(HttpServletRequest request, @Nullable RepositoryPath path) {
    if (SecurityContextHolder.getContext().getAuthentication() instanceof SignedInSession it) {
      try {
        return authenticator.authenticate(it.credential(), path);
      } catch (AuthenticationFailedException e) {
        logger.debug("A session has ended by a change of its user", e);
        HttpSession session = request.getSession(false);
        if (session != null) {
          session.invalidate();
        }
      }
    }
    try {
      return authenticator.authenticate(new Credential.None(), path);
    } catch (AuthenticationFailedException e) {
      throw new IllegalStateException("An anonymous request was refused", e);
    }
  }
}
