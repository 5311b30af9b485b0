package org.packhouse.app.identity.permission;

/** A user or group that is granted a permission. */
public sealed interface Grantee {

  /** The row id. */
  long id();

  /** What messages and audit rows call the grantee. */
  String name();

  /** A user. */
  record ToUser(long id, String name) implements Grantee {}

  /** A group. */
  record ToGroup(long id, String name) implements Grantee {}
}
