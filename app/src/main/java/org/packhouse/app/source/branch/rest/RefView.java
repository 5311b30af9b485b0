package org.packhouse.app.source.branch.rest;

import org.packhouse.app.source.branch.RefKind;

/** A ref as the REST dialect shows it where its name is enough. */
record RefView(String id, String displayId, String type) {

  static RefView branch(String refName) {
    return new RefView(refName, RefKind.BRANCH.shortName(refName), "BRANCH");
  }
}
