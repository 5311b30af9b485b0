package org.packhouse.app.identity.permission.rest;

import org.packhouse.app.identity.permission.Permission;

/** A group and what was granted to it, in the REST dialect. */
record PermittedGroup(Name group, Permission permission) {

  /** A group as it stands inside other shapes. */
  record Name(String name) {}
}
