package org.packhouse.app.identity.permission;

import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.User;

/** A user or group that is granted a permission. */
public sealed interface Grantee {

  long id();

  /** Returns the name for messages and audit rows. */
  String name();

  static Grantee of(User user) {
    return new ToUser(user.id(), user.name());
  }

  static Grantee of(Group group) {
    return new ToGroup(group.id(), group.name());
  }

  record ToUser(long id, String name) implements Grantee {}

  record ToGroup(long id, String name) implements Grantee {}
}
