package org.packhouse.app.identity.user;

import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;

/** There is no group of that name. */
public final class UnknownGroupException extends NoSuchException {

  private static final long serialVersionUID = 1L;

  /** Makes one. */
  public UnknownGroupException(String name) {
    super(Thing.GROUP, "Group " + InvalidFieldException.quote(name) + " does not exist.");
  }
}
