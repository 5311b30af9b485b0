package org.packhouse.app.identity.user;

import org.packhouse.app.platform.refusal.TakenException;
import org.packhouse.app.platform.refusal.Thing;

/** The refusal of a value that must be unique, such as the name of an account, group or key. */
public final class AlreadyExistsException extends TakenException {

  private static final long serialVersionUID = 1L;

  /** Refuses the value of a field, as REST and forms call it. */
  public AlreadyExistsException(String field, String message) {
    super(Thing.ENTITY, field, message);
  }
}
