package org.packhouse.app.identity.session;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.packhouse.app.identity.user.User;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.stereotype.Component;

/** Begins the session of somebody of whom another page has just made sure. */
@Component
public class NewSession {

  private final SignInAudit audit;

  NewSession(SignInAudit audit) {
    this.audit = audit;
  }

  /** Signs a user in, as the browser that sends this request. */
  public void begin(User user, HttpServletRequest request, HttpServletResponse response) {
    if (request.getSession(false) != null) {
      request.changeSessionId();
    }
    new SessionStamps()
        .saveContext(
            new SecurityContextImpl(new SignedInSession(user.name(), user.id(), user.stamp())),
            request,
            response);
    audit.sessionBegun(user, "setup", request.getRemoteAddr());
  }
}
