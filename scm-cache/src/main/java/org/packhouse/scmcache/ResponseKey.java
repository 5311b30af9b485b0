package org.packhouse.scmcache;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names a response: two requests with equal keys are answered by the same bytes.
 *
 * @param repositoryId the repository
 * @param digest SHA-256 of all that the bytes depend on, in canonical form, as 64 hexadecimal
 *     digits
 */
public record ResponseKey(long repositoryId, String digest) {

  /**
   * A request for a response.
   *
   * @param wants the object ids that the response gives away, as 40 hexadecimal digits: what an
   *     entry is judged by when refs have moved
   * @param admission when the response is worth keeping
   * @param series names the responses of which each makes those before it useless, such as clones
   *     of all branches at one time and another; null: none does
   */
  public record Asked(
      ResponseKey key, List<String> wants, Admission admission, @Nullable ResponseKey series) {}

  /** Decides when a response is worth keeping. */
  public enum Admission {
    /** At once: clones, which everybody asks for. */
    AT_ONCE,
    /** Once the same was asked for a moment ago: fetches from a base that a fleet shares. */
    WHEN_ASKED_AGAIN
  }
}
