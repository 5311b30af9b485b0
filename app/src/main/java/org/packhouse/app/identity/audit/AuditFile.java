package org.packhouse.app.identity.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.node.RolledLog;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.json.JsonMapper;

/** {@code <home>/log/audit.log}: the committed audit events of this node, as JSON lines. */
@Component
class AuditFile implements AutoCloseable {

  private static final String NAME = "audit";

  /**
   * Files that an editor opens, for a quarter of a year; the database keeps the events for {@code
   * audit.retention}.
   */
  private static final RolledLog.Kept KEPT =
      new RolledLog.Kept(DataSize.ofMegabytes(100), 90, DataSize.ofGigabytes(5));

  private final @Nullable RolledLog log;
  private final @Nullable Consumer<String> lines;
  private final JsonMapper json;

  @Autowired
  AuditFile(Homes homes, AuditSettings settings, JsonMapper json) {
    this.log = settings.file().enabled() ? new RolledLog(homes, NAME, KEPT) : null;
    this.lines = log == null ? null : log::write;
    this.json = json;
  }

  private AuditFile(@Nullable Consumer<String> lines, JsonMapper json) {
    this.log = null;
    this.lines = lines;
    this.json = json;
  }

  /** Appends for a command beside a server, which alone may roll the file. */
  static AuditFile besideAServer(Homes homes, AuditSettings settings, JsonMapper json) {
    Path file = homes.log().resolve(NAME + ".log");
    return new AuditFile(settings.file().enabled() ? line -> append(file, line) : null, json);
  }

  private static void append(Path file, String line) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes an event once the present transaction has committed. */
  void afterCommit(AuditEvent event) {
    Consumer<String> to = lines;
    if (to == null) {
      return;
    }
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            to.accept(json.writeValueAsString(event));
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
