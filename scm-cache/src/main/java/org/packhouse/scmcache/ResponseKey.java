package org.packhouse.scmcache;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The key of a response: SHA-256 of all that determines its bytes, as 64 hex digits. */
public record ResponseKey(long repositoryId, String digest) {

  /**
   * A request.
   *
   * @param wants object ids that the response reveals, as 40 hex digits, by which entries are
   *     checked after ref moves
   * @param admission when the response is worth storing
   * @param series identifies responses that supersede each other, such as successive clones of all
   *     branches; null if there are none
   */
  public record Request(
      ResponseKey key, List<String> wants, Admission admission, @Nullable ResponseKey series) {}

  public enum Admission {
    /** At once: clones, which are widely shared. */
    AT_ONCE,
    /** On repetition: fetches from a base that many clients share. */
    WHEN_ASKED_AGAIN
  }
}
