package org.packhouse.app.engine.admission;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.throttle.RequestMemory;

/** Bounds a signed-in client's form: its length, and its share of the heap for requests. */
public final class FormMemory {

  public static final int MAX_BYTES = 1 << 20;

  private static final int STEP = 64 * 1024;

  // Once as bytes, once more while they grow or are decoded, and as characters of two bytes each.
  private static final int HEAP_PER_BYTE = 6;

  private final RequestMemory memory;
  private RequestMemory.@Nullable Share share;
  private long covered = STEP;

  FormMemory(RequestMemory memory) {
    this.memory = memory;
  }

  /** Takes memory for so many bytes, or refuses a form that is too long or has no room. */
  void cover(long bytes) {
    if (bytes > MAX_BYTES) {
      throw tooLong();
    }
    while (bytes > covered) {
      take();
    }
  }

  private void take() {
    RequestMemory.Share mine = share == null ? memory.share() : share;
    share = mine;
    if (!mine.take((long) STEP * HEAP_PER_BYTE)) {
      throw new RequestBodyException(
          503,
          ExceptionName.RESOURCE_BUSY,
          "The server has too many large requests to serve at the moment. Try again later.");
    }
    covered += STEP;
  }

  static RequestBodyException tooLong() {
    return new RequestBodyException(
        413,
        ExceptionName.ARGUMENT_VALIDATION,
        "The form of this request is longer than %d bytes.".formatted(MAX_BYTES));
  }

  void end() {
    RequestMemory.Share mine = share;
    if (mine != null) {
      mine.close();
    }
  }
}
