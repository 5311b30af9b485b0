package org.packhouse.app.identity.audit;

import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.audit.AuditEvent.Actor;
import org.packhouse.app.identity.audit.AuditEvent.Origin;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.session.AuditableSignIn;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.User;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes audit rows in the transaction of the change, as far as the level of their area asks for.
 */
@Service
public class AuditTrail {

  private final JdbcClient jdbc;
  private final CurrentCaller currentCaller;
  private final AuditSettings settings;
  private final AuditFile file;
  private final AuditNode node;
  private final JsonMapper json;

  AuditTrail(
      JdbcClient jdbc,
      CurrentCaller currentCaller,
      AuditSettings settings,
      AuditFile file,
      AuditNode node,
      JsonMapper json) {
    this.jdbc = jdbc;
    this.currentCaller = currentCaller;
    this.settings = settings;
    this.file = file;
    this.node = node;
    this.json = json;
  }

  /** The name that audit rows give to the process: a node, or a command beside it. */
  record AuditNode(Supplier<String> name) {}

  private record Written(long id, Instant time) {}

  /**
   * Writes a row for the caller of the request, or the server itself. Requires a transaction.
   *
   * @param details never a secret
   */
  @Transactional(propagation = Propagation.MANDATORY)
  public void write(String action, String subject, Map<String, String> details) {
    ServletRequestAttributes request =
        RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes it
            ? it
            : null;
    Caller caller = request == null ? null : currentCaller.get();
    User user = caller == null ? null : caller.user();
    insert(
        new Actor(caller == null ? null : caller.name(), user == null ? null : user.id()),
        new Origin(
            request == null ? null : request.getRequest().getRemoteAddr(),
            requestId(request),
            node.name().get()),
        action,
        subject,
        details);
  }

  @EventListener
  void on(AuditableChange change) {
    write(change.action(), change.subject(), change.details());
  }

  @EventListener
  void on(AuditableSignIn event) {
    User user = event.user();
    insert(
        user == null ? new Actor(null, null) : new Actor(user.name(), user.id()),
        new Origin(event.remoteAddress(), null, node.name().get()),
        event.action(),
        event.subject(),
        event.details());
  }

  private void insert(
      Actor actor, Origin origin, String action, String subject, Map<String, String> details) {
    if (!settings.covers(action)) {
      return;
    }
    Written written =
        jdbc.sql(
                """
                insert into audit_event
                  (actor_id, actor_name, action, subject, details, remote_address, request_id, node)
                values (:actor, :name, :action, :subject, cast(:details as jsonb), :address, :request, :node)
                returning id, at as time
                """)
            .param("actor", actor.actorId())
            .param("name", actor.actor())
            .param("action", action)
            .param("subject", subject)
            .param("details", details.isEmpty() ? null : json.writeValueAsString(details))
            .param("address", origin.remoteAddress())
            .param("request", origin.requestId())
            .param("node", origin.node())
            .query(Written.class)
            .single();
    file.afterCommit(
        new AuditEvent(written.id(), written.time(), actor, action, subject, details, origin));
  }

  private static @Nullable String requestId(@Nullable ServletRequestAttributes request) {
    return request == null || request.getResponse() == null
        ? null
        : request.getResponse().getHeader("X-AREQUESTID");
  }
}
