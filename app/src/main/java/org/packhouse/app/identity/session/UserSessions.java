package org.packhouse.app.identity.session;

import jakarta.servlet.http.HttpServletRequest;
import org.packhouse.app.identity.user.Accounts;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserDeleted;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The sessions that users have in browsers; asks no permission. */
@Service
public class UserSessions {

  private final JdbcClient jdbc;
  private final Accounts accounts;
  private final ApplicationEventPublisher events;

  UserSessions(JdbcClient jdbc, Accounts accounts, ApplicationEventPublisher events) {
    this.jdbc = jdbc;
    this.accounts = accounts;
    this.events = events;
  }

  /** How many browsers remember the sign-in of a user until it is ended. */
  @Transactional(readOnly = true)
  public int remembered(User user) {
    return jdbc.sql("select count(*) from remember_me where user_id = ?")
        .param(user.id())
        .query(Integer.class)
        .single();
  }

  /**
   * Lets the session of a request go on after its user has ended all of them, under a new id.
   *
   * @param user as of after that
   */
  public void keep(User user, HttpServletRequest request) {
    SessionSecurityContexts.renew(user, request);
  }

  /** Forgets the browsers that remember the sign-in of a user. */
  public void forget(User user) {
    jdbc.sql("delete from remember_me where user_id = ?").param(user.id()).update();
  }

  @EventListener
  public void on(UserDeleted event) {
    forget(event.user());
  }

  /** Ends every session and remembered sign-in of a user, on all nodes at once. */
  @Transactional
  public void end(User user) {
    accounts.voidCredentials(user);
    forget(user);
    events.publishEvent(new AuditableChange("user.sessions-ended", user.name()));
  }
}
