package org.packhouse.app.platform.node;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * The shared home, or a repository's directory in it, is away. The message is for administrators.
 */
public final class SharedHomeAwayException extends IOException {

  private static final String AWAY =
      "The server cannot reach its repositories. Try again in a moment.";

  private static final String MISSING =
      "The server does not find the files of this repository. It was deleted or moved meanwhile, or"
          + " an administrator has to bring them back.";

  private static final long serialVersionUID = 1;

  private final Level level;

  SharedHomeAwayException(String trouble) {
    this(trouble, Level.WARN);
  }

  private SharedHomeAwayException(String trouble, Level level) {
    super("the shared home is away: " + trouble);
    this.level = level;
  }

  /** For a missing directory, which the log has already reported. */
  public static SharedHomeAwayException withoutDirectory(Path directory) {
    return new SharedHomeAwayException("%s is missing".formatted(directory), Level.DEBUG);
  }

  /** Returns the message for users. */
  public static String sentence(@Nullable Throwable failure) {
    return level(failure) == Level.DEBUG ? MISSING : AWAY;
  }

  /** Returns the message in a few words. */
  public static String reason(@Nullable Throwable failure) {
    return level(failure) == Level.DEBUG
        ? "the server does not find the repository's files"
        : "the server's repositories are away";
  }

  /** Returns the level at which to log a failed request: lasting trouble is logged once. */
  public static Level level(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SharedHomeAwayException away) {
        return away.level;
      }
    }
    return Level.WARN;
  }

  public static boolean isCauseOf(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SharedHomeAwayException) {
        return true;
      }
    }
    return false;
  }
}
