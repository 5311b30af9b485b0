package org.packhouse.app.identity.signin;

import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.session.Credential;
import org.packhouse.app.identity.session.SignInAudit;
import org.packhouse.app.identity.session.SignedInSession;
import org.packhouse.app.identity.token.TokenText;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserType;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/** Authenticates the login form, which service accounts and tokens may not use. */
final class FormAuthenticationProvider implements AuthenticationProvider {

  private final Authenticator authenticator;
  private final SignInAudit audit;

  FormAuthenticationProvider(Authenticator authenticator, SignInAudit audit) {
    this.authenticator = authenticator;
    this.audit = audit;
  }

  /** Carries the refusal to the response. */
  static final class Refused extends BadCredentialsException {

    private static final long serialVersionUID = 1L;

    private final transient AuthenticationFailedException failure;

    Refused(AuthenticationFailedException failure) {
      super(String.valueOf(failure.getMessage()), failure);
      this.failure = failure;
    }

    AuthenticationFailedException failure() {
      return failure;
    }
  }

  @Override
  public Authentication authenticate(Authentication form) {
    if (form instanceof SignedInSession remembered) {
      return remembered;
    }
    String secret = String.valueOf(form.getCredentials());
    try {
      if (TokenText.isToken(secret)) {
        throw AuthenticationFailedException.wrongCredential();
      }
      String address =
          form.getDetails() instanceof WebAuthenticationDetails details
              ? details.getRemoteAddress()
              : "";
      Caller caller =
          authenticator
              .authenticate(new Credential.Basic(form.getName(), secret, address), null)
              .caller();
      User user = caller.user();
      if (user == null || user.type() == UserType.SERVICE) {
        throw AuthenticationFailedException.noAccess();
      }
      audit.sessionBegun(user, "form", address);
      return SignedInSession.of(user);
    } catch (AuthenticationFailedException e) {
      throw new Refused(e);
    }
  }

  @Override
  public boolean supports(Class<?> authentication) {
    return UsernamePasswordAuthenticationToken.class.isAssignableFrom(authentication)
        || SignedInSession.class.isAssignableFrom(authentication);
  }
}
