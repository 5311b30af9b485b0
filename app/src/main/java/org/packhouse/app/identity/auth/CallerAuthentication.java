package org.packhouse.app.identity.auth;

import org.packhouse.app.identity.permission.Caller;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;

/** The caller of the request that this thread serves, where Spring Security looks for one. */
final class CallerAuthentication extends AbstractAuthenticationToken {

  private static final long serialVersionUID = 1L;

  private final transient Caller caller;

  CallerAuthentication(Caller caller) {
    super(AuthorityUtils.NO_AUTHORITIES);
    this.caller = caller;
    super.setAuthenticated(!(caller instanceof Caller.Anonymous));
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
