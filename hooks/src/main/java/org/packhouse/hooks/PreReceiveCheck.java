package org.packhouse.hooks;

import java.util.List;

/**
 * Looks at ref moves and the objects that they bring, in the server's own process, before any ref
 * moves: those of pushes, edits, merges and forks that follow.
 */
public interface PreReceiveCheck {

  /**
   * Says what forbids the moves.
   *
   * @return one refusal for each ref that may not move; empty: all may
   */
  List<Refusal> check(Push push);

  /** Checks with a lower number come first: what costs little, or refuses the most. */
  default int order() {
    return 0;
  }
}
