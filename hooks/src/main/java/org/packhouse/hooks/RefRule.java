package org.packhouse.hooks;

import java.util.List;

/**
 * Judges ref moves by names, actor, kind of change and options alone. A push is judged before its
 * pack is read.
 */
public interface RefRule {

  /**
   * Says what forbids the moves.
   *
   * @return one refusal for each ref that may not move; empty: all may
   */
  List<Refusal> check(RefRequest request);

  /** Rules with a lower number come first. */
  default int order() {
    return 0;
  }
}
