package org.packhouse.app.identity.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Map;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * An audit event.
 *
 * @param actor as logs name the caller; null: the server itself
 * @param action such as {@code repository.renamed}
 * @param node null: not recorded then
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"id", "time", "area", "action", "subject", "actor"})
@Value.Builder
public record AuditEvent(
    long id,
    Instant time,
    @Nullable Long actorId,
    @Nullable String actor,
    String action,
    String subject,
    Map<String, String> details,
    @Nullable String remoteAddress,
    @Nullable String requestId,
    @Nullable String node) {

  public AuditArea area() {
    return AuditArea.of(action);
  }
}
