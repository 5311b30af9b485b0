package org.packhouse.app.storage.refs.move;

import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.hooks.Refusal;

/** A ref was not moved. The message gives the reason to the user. */
public final class RefUpdateRefusedException extends ConflictException {

  private static final long serialVersionUID = 1L;

  private final boolean byCheck;
  private final boolean exists;

  private RefUpdateRefusedException(
      Conflict conflict, String message, boolean byCheck, boolean exists) {
    super(conflict, message);
    this.byCheck = byCheck;
    this.exists = exists;
  }

  static RefUpdateRefusedException byCheck(Refusal refusal) {
    String message =
        "%s was refused: %s. %s"
            .formatted(
                refusal.refName(), refusal.reason(), String.join(" ", refusal.explanation()));
    return new RefUpdateRefusedException(Conflict.CHECK, message.strip(), true, false);
  }

  static RefUpdateRefusedException byRefs(String refName, String problem) {
    return new RefUpdateRefusedException(
        Conflict.INTEGRITY,
        "%s was not moved: %s.".formatted(refName, problem),
        false,
        problem.equals(RefUpdates.EXISTS));
  }

  /** Returns whether the ref was to be created and exists. */
  public boolean isBecauseItExists() {
    return exists;
  }

  /** Returns whether a rule or check refused the move, not other refs in its way. */
  public boolean isByCheck() {
    return byCheck;
  }
}
