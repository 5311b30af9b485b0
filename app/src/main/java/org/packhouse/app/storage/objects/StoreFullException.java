package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.rest.DiskFull;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestError;
import org.packhouse.app.platform.rest.RestFailure;

/** There is no room where repositories lie. */
public final class StoreFullException extends IOException implements RestFailure {

  private static final long serialVersionUID = 1L;
  private static final int INSUFFICIENT_STORAGE = 507;

  /** What a client reads. */
  public static final String SENTENCE = DiskFull.SENTENCE;

  StoreFullException(@Nullable Throwable cause) {
    super(SENTENCE, cause);
  }

  /** Whether that is what a failure comes from. */
  public static boolean isCauseOf(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof StoreFullException) {
        return true;
      }
    }
    return DiskFull.isCauseOf(failure);
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
