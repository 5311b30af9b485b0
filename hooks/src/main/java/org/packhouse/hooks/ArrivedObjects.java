package org.packhouse.hooks;

import java.nio.file.Path;

/** The new objects of a push, in quarantine. */
public interface ArrivedObjects {

  /**
   * Returns the quarantine's object directory, in git's layout. Objects in memory are written there
   * on the first call: prefer {@link Push#objects}.
   */
  Path directory();

  long size();
}
