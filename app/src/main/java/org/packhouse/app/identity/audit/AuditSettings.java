package org.packhouse.app.identity.audit;

import java.time.Duration;
import org.packhouse.app.platform.configuration.AtLeast;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** {@code audit.*}: the level of detail and the retention of the audit trail. */
@Validated
@ConfigurationProperties("audit")
record AuditSettings(
    @DefaultValue Levels level,
    @DefaultValue("1095d") @AtLeast("1d") Duration retention,
    @DefaultValue File file) {

  /** {@code audit.level.*}: the level of each area. */
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

  /** {@code audit.file.*}: the file of JSON lines. */
  record File(@DefaultValue("true") boolean enabled) {}

  boolean covers(String action) {
    return level.of(AuditArea.of(action)).compareTo(AuditArea.levelOf(action)) >= 0;
  }
}
