package org.packhouse.app.identity.permission;

import org.packhouse.app.identity.user.UserJson;

/** A user and what was granted to them, in the REST dialect. */
record PermittedUser(UserJson user, Permission permission) {}
