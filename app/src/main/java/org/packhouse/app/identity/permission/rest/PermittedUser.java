package org.packhouse.app.identity.permission.rest;

import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.rest.UserView;

/** A user with their grant in the REST dialect. */
record PermittedUser(UserView user, Permission permission) {}
