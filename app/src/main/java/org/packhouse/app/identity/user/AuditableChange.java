package org.packhouse.app.identity.user;

import java.util.Map;

/**
 * An application event, published inside the transaction of a change that somebody must answer for;
 * the audit trail writes it down in that same transaction.
 *
 * @param action what was done, such as {@code user.created}
 * @param subject what it was done to, as people name it
 * @param details what else is worth keeping; never a secret
 */
public record AuditableChange(String action, String subject, Map<String, String> details) {

  /** A change that needs no further details. */
  public AuditableChange(String action, String subject) {
    this(action, subject, Map.of());
  }
}
