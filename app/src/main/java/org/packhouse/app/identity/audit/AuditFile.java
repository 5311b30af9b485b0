package org.packhouse.app.identity.audit;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.node.RolledLog;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code <home>/log/audit.log}: what this node has written into the database, after it has
 * committed, as JSON objects of a line each, for those who collect logs.
 */
@Component
class AuditFile implements AutoCloseable {

  private final @Nullable RolledLog log;
  private final JsonMapper json;

  AuditFile(Homes homes, AuditSettings settings, JsonMapper json) {
    this.log =
        settings.file().enabled() ? new RolledLog(homes, "audit", settings.file().kept()) : null;
    this.json = json;
  }

  /** Writes an event when the present transaction has committed. */
  void afterCommit(AuditEvent event) {
    RolledLog to = log;
    if (to == null) {
      return;
    }
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            to.write(json.writeValueAsString(event));
          }
        });
  }

  @Override
  public void close() {
    if (log != null) {
      log.close();
    }
  }
}
