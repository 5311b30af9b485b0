package org.packhouse.app.platform.node;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The shared home does not answer, or takes no writes. The message is for administrators. */
public final class SharedHomeAwayException extends IOException {

  /** What a person is told. */
  public static final String SENTENCE =
      "The server cannot reach its repositories. Try again in a moment.";

  /** The same in a few words. */
  public static final String REASON = "the server's repositories are away";

  private static final long serialVersionUID = 1;

  SharedHomeAwayException(String trouble) {
    super("the shared home is away: " + trouble);
  }

  /** Whether a failure comes from it. */
  public static boolean isCauseOf(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SharedHomeAwayException) {
        return true;
      }
    }
    return false;
  }
}
