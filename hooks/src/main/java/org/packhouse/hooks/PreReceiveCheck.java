package org.packhouse.hooks;

import java.util.List;

/** Checks ref moves and their new objects in process, before any ref moves. */
public interface PreReceiveCheck {

  /** Returns one refusal for each ref that may not move. */
  List<Refusal> check(Push push);

  /** Lower numbers come first: cheap checks, or those that refuse most. */
  default int order() {
    return 0;
  }
}
