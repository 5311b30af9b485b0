package org.packhouse.app.identity.signin;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.session.Credential;
import org.packhouse.app.identity.signin.Authenticator.FreshRepository;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.stereotype.Component;

@Component
class SecurityContextCaller implements CurrentCaller {

  private final Authenticator authenticator;

  SecurityContextCaller(Authenticator authenticator) {
    this.authenticator = authenticator;
  }

  @Override
  public void withholdAdministrationFromToken() {
    CallerAuthentication it = authentication();
    if (it != null
        && it.getPrincipal() instanceof Caller.SignedIn caller
        && caller.limit() != null) {
      SecurityContextHolder.setContext(
          new SecurityContextImpl(it.by(caller.withoutAdministrationByToken())));
    }
  }

  @Override
  public @Nullable FreshRepository repository(String projectKey, String slug) {
    CallerAuthentication it = authentication();
    return it != null && it.path() != null && RepositoryInPath.isSame(it.path(), projectKey, slug)
        ? it.repository()
        : null;
  }

  @Override
  public OptionalLong refVersion(long repositoryId) {
    CallerAuthentication it = authentication();
    FreshRepository read = it == null || !it.isReading() ? null : it.repository();
    return read == null || read.repositoryId() != repositoryId
        ? OptionalLong.empty()
        : OptionalLong.of(read.refVersion());
  }

  private static @Nullable CallerAuthentication authentication() {
    return SecurityContextHolder.getContext().getAuthentication() instanceof CallerAuthentication it
        ? it
        : null;
  }

  @Override
  public Caller get() {
    CallerAuthentication it = authentication();
    if (it != null) {
      return it.getPrincipal();
    }
    try {
      return authenticator.authenticate(new Credential.None(), null).caller();
    } catch (AuthenticationFailedException e) {
      throw new IllegalStateException("An anonymous request was refused", e);
    }
  }
}
