package org.packhouse.app.engine.git.receive;

import org.jspecify.annotations.Nullable;
import org.packhouse.hooks.RefChange;

/** A ref that a client wants moved, and the outcome. */
final class ReceiveCommand {

  private final RefChange change;
  private @Nullable String refusal;

  ReceiveCommand(RefChange change) {
    this.change = change;
  }

  RefChange change() {
    return change;
  }

  String ref() {
    return change.refName();
  }

  boolean isDelete() {
    return change.kind() == RefChange.Kind.DELETE || change.newId().equals(change.oldId());
  }

  /** Refuses the command; the first reason stays. */
  void refuse(String reason) {
    if (refusal == null) {
      refusal = reason.replaceAll("[\\r\\n]+", " ");
    }
  }

  boolean isRefused() {
    return refusal != null;
  }

  @Nullable String refusal() {
    return refusal;
  }
}
