package org.packhouse.app.review.pullrequest.rest;

import org.packhouse.app.source.branch.RefKind;
import org.packhouse.hooks.RefChange;

record RefChangeView(RefView ref, String refId, String fromHash, String toHash, String type) {

  record RefView(String id, String displayId, String type) {
    static RefView of(String refName) {
      return new RefView(refName, RefKind.BRANCH.shortName(refName), RefKind.BRANCH.name());
    }
  }

  static RefChangeView of(RefChange change) {
    return new RefChangeView(
        RefView.of(change.refName()),
        change.refName(),
        change.oldId().name(),
        change.newId().name(),
        change.kind().name());
  }
}
