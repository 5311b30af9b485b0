package org.packhouse.app.identity.audit;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.packhouse.app.platform.configuration.AtLeast;
import org.packhouse.app.platform.node.RolledLog;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * {@code audit.*}: what is written down of who did what, and for how long.
 *
 * @param retention events older than this are deleted from the database
 */
@Validated
@ConfigurationProperties("audit")
record AuditSettings(
    @DefaultValue Levels level,
    @DefaultValue("1095d") @AtLeast("1d") Duration retention,
    @DefaultValue File file) {

  /** {@code audit.level.*}: how much of each area. */
  record Levels(
      @DefaultValue("advanced") AuditLevel security,
      @DefaultValue("advanced") AuditLevel permissions,
      @DefaultValue("advanced") AuditLevel content,
      @DefaultValue("advanced") AuditLevel administration) {

    AuditLevel of(AuditArea area) {
      return switch (area) {
        case SECURITY -> security;
        case PERMISSIONS -> permissions;
        case CONTENT -> content;
        case ADMINISTRATION -> administration;
      };
    }
  }

  /**
   * {@code audit.file.*}: the file of JSON lines.
   *
   * @param enabled whether there is one
   */
  record File(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("100MB") DataSize maxSize,
      @DefaultValue("90") @Min(1) int days,
      @DefaultValue("5GB") DataSize totalSize) {

    RolledLog.Kept kept() {
      return new RolledLog.Kept(maxSize, days, totalSize);
    }
  }

  /** Whether an action is written down. */
  boolean covers(String action) {
    return level.of(AuditArea.of(action)).compareTo(AuditArea.levelOf(action)) >= 0;
  }
}
