package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestError;
import org.packhouse.app.platform.rest.RestFailure;

/** There is no room where repositories lie. */
public final class StoreFullException extends IOException implements RestFailure {

  private static final long serialVersionUID = 1L;
  private static final int INSUFFICIENT_STORAGE = 507;

  /** What a client reads. */
  public static final String SENTENCE =
      "The server's disk is full: an administrator must make room on it first.";

  StoreFullException(@Nullable Throwable cause) {
    super(SENTENCE, cause);
  }

  /** Whether that is what a failure comes from. */
  public static boolean isCauseOf(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      boolean noSpace =
          cause instanceof IOException
              && (saysSo(cause.getMessage())
                  || (cause instanceof FileSystemException file && saysSo(file.getReason())));
      if (cause instanceof StoreFullException || noSpace) {
        return true;
      }
    }
    return false;
  }

  /** As the operating system, and git with it, names ENOSPC and EDQUOT. */
  private static boolean saysSo(@Nullable String message) {
    return message != null
        && (message.contains("No space left on device") || message.contains("Disk quota exceeded"));
  }

  @Override
  public int restStatus() {
    return INSUFFICIENT_STORAGE;
  }

  @Override
  public List<RestError> restErrors() {
    return List.of(RestError.of(SENTENCE, ExceptionName.SERVER));
  }
}
