package org.packhouse.app.identity.audit;

/** A part of the audit trail with a level of its own. */
public enum AuditArea {
  /** Sign-ins, tokens and keys. */
  SECURITY,
  /** Users, groups and grants. */
  PERMISSIONS,
  /** Projects, repositories and their content. */
  CONTENT,
  /** All other actions. */
  ADMINISTRATION;

  /** Returns the area of an action, by the part before its first dot. */
  static AuditArea of(String action) {
    int dot = action.indexOf('.');
    return switch (dot < 0 ? action : action.substring(0, dot)) {
      case "sign-in", "token", "key", "access-key", "gpg-key" -> SECURITY;
      case "user", "group", "permission" -> PERMISSIONS;
      case "project",
          "repository",
          "pull-request",
          "branch",
          "branch-permission",
          "branch-model",
          "webhook",
          "hook",
          "issue-tracker",
          "label" ->
          CONTENT;
      default -> ADMINISTRATION;
    };
  }

  /** Returns the lowest level that includes an action. */
  static AuditLevel levelOf(String action) {
    return switch (action) {
      case "sign-in.session", "sign-in.new-address", "token.new-address" -> AuditLevel.ADVANCED;
      default ->
          action.startsWith("pull-request.") && !action.endsWith(".deleted")
              ? AuditLevel.ADVANCED
              : AuditLevel.BASE;
    };
  }
}
