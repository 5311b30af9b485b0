package org.packhouse.app.identity.session;

import org.packhouse.app.identity.user.User;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;

/** The authentication of a browser session: its user, and the user's stamp at its start. */
public final class SignedInSession extends AbstractAuthenticationToken {

  private static final long serialVersionUID = 1L;

  private final String name;
  private final long userId;
  private final long stamp;

  SignedInSession(String name, long userId, long stamp) {
    super(AuthorityUtils.NO_AUTHORITIES);
    this.name = name;
    this.userId = userId;
    this.stamp = stamp;
    super.setAuthenticated(true);
  }

  public static SignedInSession of(User user) {
    return new SignedInSession(user.name(), user.id(), user.stamp());
  }

  public Credential.Session credential() {
    return new Credential.Session(userId, stamp);
  }

  long userId() {
    return userId;
  }

  long stamp() {
    return stamp;
  }

  @Override
  public String getPrincipal() {
    return name;
  }

  @Override
  public Object getCredentials() {
    return "";
  }
}
