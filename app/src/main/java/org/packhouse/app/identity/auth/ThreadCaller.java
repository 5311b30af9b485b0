package org.packhouse.app.identity.auth;

import org.packhouse.app.identity.permission.Caller;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

@Component
class ThreadCaller implements CurrentCaller {

  private final Authenticator authenticator;

  ThreadCaller(Authenticator authenticator) {
    this.authenticator = authenticator;
  }

  @Override
  public Caller get() {
    if (SecurityContextHolder.getContext().getAuthentication() instanceof CallerAuthentication it) {
      return it.getPrincipal();
    }
    try {
      return authenticator.authenticate(new Credential.None(), null).caller();
    } catch (AuthenticationFailedException e) {
      throw new IllegalStateException("No credential at all was refused", e);
    }
  }
}
