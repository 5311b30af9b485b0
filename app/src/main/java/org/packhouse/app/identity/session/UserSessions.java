package org.packhouse.app.identity.session;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserDeleted;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The browser sessions of users; asks no permission. */
@Service
public class UserSessions {

  private final SignInAudit audit;
  private final JdbcClient jdbc;
  private final Accounts accounts;
  private final ApplicationEventPublisher events;

  UserSessions(
      SignInAudit audit, JdbcClient jdbc, Accounts accounts, ApplicationEventPublisher events) {
    this.audit = audit;
    this.jdbc = jdbc;
    this.accounts = accounts;
    this.events = events;
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

  /** Returns the number of browsers that remember the user's sign-in. */
  @Transactional(readOnly = true)
  public int remembered(User user) {
    return jdbc.sql("select count(*) from remember_me where user_id = ?")
        .param(user.id())
        .query(Integer.class)
        .single();
  }

  /**
   * Keeps the session of a request, under a new id and the user's new stamp, when all others end.
   */
  public void keep(User user, HttpServletRequest request) {
    SessionSecurityContexts.renew(user, request);
  }

  /** Deletes the user's remembered sign-ins. */
  public void forget(User user) {
    jdbc.sql("delete from remember_me where user_id = ?").param(user.id()).update();
  }

  @EventListener
  public void on(UserDeleted event) {
    forget(event.user());
  }

  /** Ends all sessions and remembered sign-ins of a user, on all nodes at once. */
  @Transactional
  public void end(User user) {
    accounts.voidCredentials(user);
    forget(user);
    events.publishEvent(new AuditableChange("user.sessions-ended", user.name()));
  }
}
