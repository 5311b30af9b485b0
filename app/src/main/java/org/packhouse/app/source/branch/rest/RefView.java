package org.packhouse.app.source.branch.rest;

import org.packhouse.app.source.branch.RefKind;

/** A ref in the REST dialect, without its commit. */
record RefView(String id, String displayId, String type) {

  static RefView branch(String refName) {
    return new RefView(refName, RefKind.BRANCH.shortName(refName), "BRANCH");
  }
}
