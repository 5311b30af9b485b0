package org.packhouse.app.storage.refs.move;

import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;
import org.packhouse.hooks.Refusal;

/** A ref was not moved: 409. The message says why, for a person. */
public final class RefUpdateRefusedException extends RestException {

  private static final long serialVersionUID = 1L;

  private final boolean byCheck;
  private final boolean exists;

  private RefUpdateRefusedException(
      ExceptionName name, String message, boolean byCheck, boolean exists) {
    super(409, name, message);
    this.byCheck = byCheck;
    this.exists = exists;
  }

  static RefUpdateRefusedException byCheck(Refusal refusal) {
    String message =
        "%s was refused: %s. %s"
            .formatted(
                refusal.refName(), refusal.reason(), String.join(" ", refusal.explanation()));
    return new RefUpdateRefusedException(ExceptionName.HOOK_VETOED, message.strip(), true, false);
  }

  static RefUpdateRefusedException byRefs(String refName, String problem) {
    return new RefUpdateRefusedException(
        ExceptionName.INTEGRITY,
        "%s was not moved: %s.".formatted(refName, problem),
        false,
        problem.equals(RefUpdates.EXISTS));
  }

  /** Whether it was to be made and is there. */
  public boolean isBecauseItExists() {
    return exists;
  }

  /** Whether a rule or check refused it, which it would do again; if not, refs stand in its way. */
  public boolean isByCheck() {
    return byCheck;
  }
}
