package org.packhouse.app.identity.administration;

import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.springframework.stereotype.Component;

/** Lets administrators pass. */
@Component
class Administrators {

  private final Permissions permissions;
  private final CurrentCaller caller;

  Administrators(Permissions permissions, CurrentCaller caller) {
    this.permissions = permissions;
    this.caller = caller;
  }

  void require() {
    permissions.check(caller.get(), Permission.ADMIN);
  }

  void requireOfSystem() {
    permissions.check(caller.get(), Permission.SYS_ADMIN);
  }

  boolean test() {
    return permissions.test(caller.get(), Permission.ADMIN);
  }

  boolean isSomebody() {
    return permissions.test(caller.get(), Permission.LICENSED_USER);
  }
}
