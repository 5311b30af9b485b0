package org.packhouse.app.identity.audit;

/** A part of what is written down, which has a level of its own. */
public enum AuditArea {
  /** Signing in, tokens and keys. */
  SECURITY,
  /** Users, groups and what they may do. */
  PERMISSIONS,
  /** Projects, repositories and what is in them. */
  CONTENT,
  /** The server itself: all that is of no other area. */
  ADMINISTRATION;

  /** The area of an action, by what stands before its first dot. */
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

  /** The level from which on an action is written down. */
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
