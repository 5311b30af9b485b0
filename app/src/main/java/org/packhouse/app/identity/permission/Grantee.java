package org.packhouse.app.identity.permission;

/** A user or group that is granted a permission. */
public sealed interface Grantee {

  long id();

  /** Returns the name for messages and audit rows. */
  String name();

  record ToUser(long id, String name) implements Grantee {}

  record ToGroup(long id, String name) implements Grantee {}
}
