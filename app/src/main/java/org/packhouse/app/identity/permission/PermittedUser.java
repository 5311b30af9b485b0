package org.packhouse.app.identity.permission;

import org.packhouse.app.identity.user.UserView;

/** A user and what was granted to them, in the REST dialect. */
record PermittedUser(UserView user, Permission permission) {}
