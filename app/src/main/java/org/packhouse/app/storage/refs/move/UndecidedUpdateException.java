package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import org.packhouse.app.platform.refusal.Unavailability;

/** A failure that leaves unknown whether the refs have moved; the server will find out. */
public final class UndecidedUpdateException extends IOException implements Unavailability {

  private static final long serialVersionUID = 1L;

  public static final String SENTENCE =
      "It is not known yet whether this was done: the server could not read it back."
          + " Look before you try again.";

  UndecidedUpdateException(Throwable cause) {
    super(SENTENCE, cause);
  }

  @Override
  public Unavailability.Cause unavailable() {
    return Unavailability.Cause.UNDECIDED;
  }

  @Override
  public String sentence() {
    return SENTENCE;
  }
}
