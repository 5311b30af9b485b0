package org.packhouse.app.identity.user.rest;

import org.packhouse.app.identity.user.Group;

/** A group as administrators see one. */
public record DetailedGroup(String name, boolean deletable) {

  public static DetailedGroup of(Group group) {
    return new DetailedGroup(group.name(), true);
  }
}
