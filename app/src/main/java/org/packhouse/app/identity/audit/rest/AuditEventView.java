package org.packhouse.app.identity.audit.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.audit.AuditEvent;
import org.packhouse.app.identity.user.rest.UserView;

/**
 * An audit event in the REST dialect.
 *
 * @param timestamp milliseconds since 1970
 * @param actor the name at that time
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditEventView(
    long id,
    long timestamp,
    @JsonUnwrapped Change change,
    @Nullable UserView user,
    @Nullable String actor,
    @JsonUnwrapped AuditEvent.Origin origin) {

  public record Change(String area, String action, String subject, Map<String, String> details) {}

  static AuditEventView of(AuditEvent event, @Nullable UserView user) {
    return new AuditEventView(
        event.id(),
        event.time().toEpochMilli(),
        new Change(
            event.area().name().toLowerCase(Locale.ROOT),
            event.action(),
            event.subject(),
            event.details()),
        user,
        event.by().actor(),
        event.origin());
  }
}
