package org.packhouse.app.hosting.project;

import static org.packhouse.app.platform.refusal.InvalidFieldException.quote;

import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;

/** The refusal when no project has the key, or the caller may not know of it. */
public final class NoSuchProjectException extends NoSuchException {

  private static final long serialVersionUID = 1L;

  public NoSuchProjectException(String key) {
    super(Thing.PROJECT, "Project " + shown(key) + " does not exist.");
  }

  private static String shown(String key) {
    String quoted = quote(key);
    return quoted.length() == key.length() + 2 ? key : quoted;
  }
}
