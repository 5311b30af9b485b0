package org.packhouse.app.identity.audit;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.AuditableSignIn;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Caller;
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
 * Writes down who changed what, in the transaction of the change: a change without its row, or a
 * row without its change, cannot be.
 */
@Service
public class AuditTrail {

  private final JdbcClient jdbc;
  private final CurrentCaller currentCaller;
  private final JsonMapper json;

  AuditTrail(JdbcClient jdbc, CurrentCaller currentCaller, JsonMapper json) {
    this.jdbc = jdbc;
    this.currentCaller = currentCaller;
    this.json = json;
  }

  /**
   * Writes a row for the caller of the present request; without one, the server itself is the
   * actor. The transaction of the change must be open.
   *
   * @param action what was done, such as {@code repository.renamed}
   * @param subject what it was done to, as people name it
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
    jdbc.sql(
            """
            insert into audit_event
              (actor_id, actor_name, action, subject, details, remote_address, request_id)
            values (:actor, :name, :action, :subject, cast(:details as jsonb), :address, :request)
            """)
        .param("actor", user == null ? null : user.id())
        .param("name", caller == null ? null : caller.name())
        .param("action", action)
        .param("subject", subject)
        .param("details", details.isEmpty() ? null : json.writeValueAsString(details))
        .param("address", request == null ? null : request.getRequest().getRemoteAddr())
        .param("request", requestId(request))
        .update();
  }

  @EventListener
  void on(AuditableChange change) {
    write(change.action(), change.subject(), change.details());
  }

  @EventListener
  void on(AuditableSignIn event) {
    User user = event.user();
    jdbc.sql(
            """
            insert into audit_event (actor_id, actor_name, action, subject, details, remote_address)
            values (:actor, :name, :action, :subject, cast(:details as jsonb), :address)
            """)
        .param("actor", user == null ? null : user.id())
        .param("name", user == null ? null : user.name())
        .param("action", event.action())
        .param("subject", event.subject())
        .param(
            "details", event.details().isEmpty() ? null : json.writeValueAsString(event.details()))
        .param("address", event.remoteAddress())
        .update();
  }

  private static @Nullable String requestId(@Nullable ServletRequestAttributes request) {
    return request == null || request.getResponse() == null
        ? null
        : request.getResponse().getHeader("X-AREQUESTID");
  }
}
