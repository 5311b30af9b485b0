package org.packhouse.app.hosting.people;

import org.packhouse.app.identity.user.Group;

/** A group as administrators see one. */
record DetailedGroup(String name, boolean deletable) {

  static DetailedGroup of(Group group) {
    return new DetailedGroup(group.name(), true);
  }
}
