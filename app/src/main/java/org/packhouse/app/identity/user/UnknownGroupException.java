package org.packhouse.app.identity.user;

import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;

public final class UnknownGroupException extends NoSuchException {

  private static final long serialVersionUID = 1L;

  public UnknownGroupException(String name) {
    super(Thing.GROUP, "Group " + InvalidFieldException.quote(name) + " does not exist.");
  }
}
