package org.packhouse.app.identity.user;

import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;

public final class UnknownUserException extends NoSuchException {

  private static final long serialVersionUID = 1L;

  public UnknownUserException(String name) {
    super(Thing.USER, "User " + InvalidFieldException.quote(name) + " does not exist.");
  }
}
