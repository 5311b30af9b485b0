package org.packhouse.app.identity.user;

import java.util.Map;

/**
 * An application event, published in the transaction of a change, for the audit trail.
 *
 * @param action such as {@code user.created}
 * @param details never a secret
 */
public record AuditableChange(String action, String subject, Map<String, String> details) {

  public AuditableChange(String action, String subject) {
    this(action, subject, Map.of());
  }
}
