package org.packhouse.app.storage.objects;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.DiskFull;
import org.packhouse.app.platform.refusal.Unavailability;

/** There is no disk space where repositories lie. */
public final class StoreFullException extends IOException implements Unavailability {

  private static final long serialVersionUID = 1L;

  public static final String SENTENCE = DiskFull.SENTENCE;

  StoreFullException(@Nullable Throwable cause) {
    super(SENTENCE, cause);
  }

  public static boolean isCauseOf(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof StoreFullException) {
        return true;
      }
    }
    return DiskFull.isCauseOf(failure);
  }

  @Override
  public Unavailability.Cause unavailable() {
    return Unavailability.Cause.DISK_FULL;
  }

  @Override
  public String sentence() {
    return SENTENCE;
  }
}
