package org.packhouse.app.engine.admission;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.throttle.RequestMemory;

/**
 * Bounds the form of somebody who has signed in as JSON is bounded: its length, and the heap that
 * it may take together with what other requests hold.
 */
public final class FormMemory {

  /** Bytes of a form; as many as of most operations' JSON. */
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

  /**
   * Takes what a form of so many bytes needs, unless it has that.
   *
   * @throws RequestBodyException if it is too long, or there is not so much left
   */
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

  /** The refusal of a form that is longer than any may be. */
  static RequestBodyException tooLong() {
    return new RequestBodyException(
        413,
        ExceptionName.ARGUMENT_VALIDATION,
        "The form of this request is longer than %d bytes.".formatted(MAX_BYTES));
  }

  /** Gives back what was taken. */
  void end() {
    RequestMemory.Share mine = share;
    if (mine != null) {
      mine.close();
    }
  }
}
