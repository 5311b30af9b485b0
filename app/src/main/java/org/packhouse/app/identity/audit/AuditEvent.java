package org.packhouse.app.identity.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An audit event.
 *
 * @param action such as {@code repository.renamed}
 */
@JsonPropertyOrder({"id", "time", "area", "action", "subject", "actor"})
public record AuditEvent(
    long id,
    Instant time,
    @JsonUnwrapped Actor by,
    String action,
    String subject,
    Map<String, String> details,
    @JsonUnwrapped Origin origin) {

  /** The caller by id, and as logs name the caller; null: the server itself. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Actor(@Nullable String actor, @Nullable Long actorId) {}

  /** The source of the request, and the node that served it; null: not recorded then. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Origin(
      @Nullable String remoteAddress, @Nullable String requestId, @Nullable String node) {}

  public AuditArea area() {
    return AuditArea.of(action);
  }
}
