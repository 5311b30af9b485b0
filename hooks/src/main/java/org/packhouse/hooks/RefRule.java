package org.packhouse.hooks;

import java.util.List;

/** Judges ref moves by names, actor, kind and options alone, before a push's pack is read. */
public interface RefRule {

  /** Returns one refusal for each ref that may not move. */
  List<Refusal> check(RefRequest request);

  /** Lower numbers come first. */
  default int order() {
    return 0;
  }
}
