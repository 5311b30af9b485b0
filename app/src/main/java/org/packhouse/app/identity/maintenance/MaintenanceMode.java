package org.packhouse.app.identity.maintenance;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.audit.AuditTrail;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.setup.StoredSettings;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.platform.node.NodeStatus;
import org.packhouse.app.platform.node.StateSource;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.cluster.NodeState;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The maintenance switch, stored in PostgreSQL: it applies to all nodes and survives restarts. */
@Service
public class MaintenanceMode implements StateSource {

  private static final String NAME = "maintenance";
  private static final int MAX_MESSAGE_LENGTH = 1000;

  /** Writes times as text, independent of the REST format of times. */
  private static final JsonMapper JSON = JsonMappers.stored();

  private final StoredSettings stored;
  private final TransactionTemplate transaction;
  private final AuditTrail audit;
  private final Clock clock;
  private final NodeStatus node;

  MaintenanceMode(
      StoredSettings stored,
      TransactionTemplate transaction,
      AuditTrail audit,
      Clock clock,
      NodeStatus node) {
    this.stored = stored;
    this.transaction = transaction;
    this.audit = audit;
    this.clock = clock;
    this.node = node;
  }

  /** A maintenance of the server; a message of null is the default notice. */
  public record Maintenance(Instant since, String startedBy, @Nullable String message) {

    private static final String USUAL = "The server is in maintenance. Try again later.";

    /** Returns the notice for users who are turned away. */
    public String notice() {
      return message == null ? USUAL : message;
    }
  }

  /** Returns the present maintenance, read from the database; empty if there is none. */
  public Optional<Maintenance> current() {
    return stored.read(NAME).map(value -> JSON.readValue(value, Maintenance.class));
  }

  /**
   * Begins maintenance, or changes its message, on this node at once; blank: the default notice.
   */
  public Maintenance begin(Caller by, @Nullable String message) {
    String checked = check(message);
    Maintenance begun = Objects.requireNonNull(transaction.execute(_ -> write(by, checked)));
    node.recheck();
    return begun;
  }

  private Maintenance write(Caller by, @Nullable String message) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Maintenance begun =
        current()
            .map(it -> new Maintenance(it.since(), it.startedBy(), message))
            .orElseGet(() -> new Maintenance(now, by.name(), message));
    stored.write(NAME, JSON.writeValueAsString(begun));
    audit.write("maintenance.begun", begun.startedBy(), Map.of("notice", begun.notice()));
    return begun;
  }

  private static @Nullable String check(@Nullable String given) {
    if (given == null || given.isBlank()) {
      return null;
    }
    String message = given.strip();
    if (message.length() > MAX_MESSAGE_LENGTH
        || message.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidFieldException(
          "message",
          "The message must be one line of at most %d characters.".formatted(MAX_MESSAGE_LENGTH));
    }
    return message;
  }

  /** Ends maintenance, if there is one. This node applies it at once. */
  public void end() {
    transaction.executeWithoutResult(_ -> {
      if (stored.remove(NAME)) {
        audit.write("maintenance.ended", "server", Map.of());
      }
    });
    node.recheck();
  }

  @Override
  public @Nullable NodeState demand() {
    return current().isPresent() ? NodeState.MAINTENANCE : null;
  }
}
