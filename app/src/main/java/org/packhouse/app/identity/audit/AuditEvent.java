package org.packhouse.app.identity.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Map;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * Something that somebody did.
 *
 * @param actorId the user; null: no user
 * @param actor what logs call who did it; null: the server itself
 * @param action such as {@code repository.renamed}
 * @param subject what it was done to, as people name it
 * @param node the node that did it; null: it was not written down then
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

  /** The area that it belongs to. */
  public AuditArea area() {
    return AuditArea.of(action);
  }
}
