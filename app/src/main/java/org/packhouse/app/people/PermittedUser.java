package org.packhouse.app.people;

import org.packhouse.app.permission.Permission;
import org.packhouse.app.user.UserJson;

/** A user and what was granted to them, in the REST dialect. */
record PermittedUser(UserJson user, Permission permission) {}
