package org.packhouse.app.identity.permission.rest;

import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.rest.UserView;

/** A user and what was granted to them, in the REST dialect. */
record PermittedUser(UserView user, Permission permission) {}
