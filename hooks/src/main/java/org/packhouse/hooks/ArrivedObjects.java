package org.packhouse.hooks;

import java.nio.file.Path;

/** The new objects of a push, which wait in quarantine. */
public interface ArrivedObjects {

  /**
   * The directory of the quarantine, with the new objects alone, laid out as git's object
   * directories are. Objects that are held in memory are written there when it is asked for first:
   * who can do with {@link Push#objects} does without it.
   *
   * @throws java.io.UncheckedIOException if it cannot be made
   */
  Path directory();

  /**
   * Bytes of their files.
   *
   * @throws java.io.UncheckedIOException if they cannot be looked at
   */
  long size();
}
