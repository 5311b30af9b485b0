package org.packhouse.app.identity.permission.rest;

import org.packhouse.app.identity.permission.Permission;

/** A group with its grant in the REST dialect. */
record PermittedGroup(Name group, Permission permission) {

  record Name(String name) {}
}
