package org.packhouse.app.identity.session;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.packhouse.app.identity.user.User;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.stereotype.Component;

/** Begins sessions of users authenticated by other means than the login form, such as set-up. */
@Component
public class SessionStart {

  private final SignInAudit audit;

  SessionStart(SignInAudit audit) {
    this.audit = audit;
  }

  /** Signs a user in, as the browser that sends this request; audited as signed in {@code by}. */
  public void begin(
      User user, String by, HttpServletRequest request, HttpServletResponse response) {
    if (request.getSession(false) != null) {
      request.changeSessionId();
    }
    new SessionSecurityContexts()
        .saveContext(new SecurityContextImpl(SignedInSession.of(user)), request, response);
    audit.sessionBegun(user, by, request.getRemoteAddr());
  }
}
