package org.packhouse.app.hosting.people;

import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.UserJson;

/** A user and what was granted to them, in the REST dialect. */
record PermittedUser(UserJson user, Permission permission) {}
