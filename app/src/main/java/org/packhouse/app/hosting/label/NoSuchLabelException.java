package org.packhouse.app.hosting.label;

import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;

/** The refusal when no repository visible to the caller has the label. */
public final class NoSuchLabelException extends NoSuchException {

  private static final long serialVersionUID = 1L;

  public NoSuchLabelException(String label) {
    super(Thing.LABEL, "Label %s does not exist.".formatted(InvalidFieldException.quote(label)));
  }
}
