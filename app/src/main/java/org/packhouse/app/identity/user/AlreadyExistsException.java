package org.packhouse.app.identity.user;

import org.packhouse.app.platform.refusal.TakenException;
import org.packhouse.app.platform.refusal.Thing;

/** Another account, group or key has the value that must be unique. */
public final class AlreadyExistsException extends TakenException {

  private static final long serialVersionUID = 1L;

  /**
   * Refuses the value of a field.
   *
   * @param field the name of the field, as REST and forms call it
   */
  public AlreadyExistsException(String field, String message) {
    super(Thing.ENTITY, field, message);
  }
}
