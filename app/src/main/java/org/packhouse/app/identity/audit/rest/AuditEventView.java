package org.packhouse.app.identity.audit.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;
import java.util.Map;
import org.immutables.value.Value;
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
@Value.Builder
public record AuditEventView(
    long id,
    long timestamp,
    String area,
    String action,
    String subject,
    Map<String, String> details,
    @Nullable UserView user,
    @Nullable String actor,
    @Nullable String remoteAddress,
    @Nullable String requestId,
    @Nullable String node) {

  static AuditEventView of(AuditEvent event, @Nullable UserView user) {
    return new AuditEventViewBuilder()
        .id(event.id())
        .timestamp(event.time().toEpochMilli())
        .area(event.area().name().toLowerCase(Locale.ROOT))
        .action(event.action())
        .subject(event.subject())
        .details(event.details())
        .user(user)
        .actor(event.actor())
        .remoteAddress(event.remoteAddress())
        .requestId(event.requestId())
        .node(event.node())
        .build();
  }
}
