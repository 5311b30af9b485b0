package org.packhouse.app.identity.signin;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.signin.Authenticator.Authenticated;
import org.packhouse.app.identity.signin.Authenticator.FreshRepository;
import org.packhouse.app.identity.signin.Authenticator.RepositoryPath;
import org.packhouse.app.identity.user.User;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;

/** The caller of the request for Spring Security, and the repository that was read with it. */
final class CallerAuthentication extends AbstractAuthenticationToken {

  private static final long serialVersionUID = 1L;

  private static final Set<String> READING = Set.of("GET", "HEAD");

  private final transient Caller caller;
  private final transient @Nullable RepositoryPath path;
  private final transient @Nullable FreshRepository repository;
  private final boolean reading;

  CallerAuthentication(
      Authenticated authenticated, @Nullable RepositoryPath path, HttpServletRequest request) {
    this(
        authenticated.caller(),
        path,
        authenticated.repository(),
        READING.contains(request.getMethod()));
  }

  private CallerAuthentication(
      Caller caller,
      @Nullable RepositoryPath path,
      @Nullable FreshRepository repository,
      boolean reading) {
    super(AuthorityUtils.NO_AUTHORITIES);
    this.caller = caller;
    this.path = path;
    this.repository = repository;
    this.reading = reading;
    super.setAuthenticated(!(caller instanceof Caller.Anonymous));
  }

  /** Authenticates the request, and writes the dialect's headers about its caller. */
  void begin(HttpServletResponse response) {
    SecurityContextHolder.setContext(new SecurityContextImpl(this));
    User user = caller.user();
    if (user != null) {
      response.setHeader("X-AUSERNAME", URLEncoder.encode(user.name(), StandardCharsets.UTF_8));
      response.setHeader("X-AUSERID", Long.toString(user.id()));
    }
  }

  CallerAuthentication by(Caller other) {
    return new CallerAuthentication(other, path, repository, reading);
  }

  @Nullable RepositoryPath path() {
    return path;
  }

  @Nullable FreshRepository repository() {
    return repository;
  }

  boolean isReading() {
    return reading;
  }

  @Override
  public Caller getPrincipal() {
    return caller;
  }

  @Override
  public String getName() {
    return caller.name();
  }

  @Override
  public Object getCredentials() {
    return "";
  }
}
