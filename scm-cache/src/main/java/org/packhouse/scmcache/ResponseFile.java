package org.packhouse.scmcache;

import java.nio.file.Path;
import java.util.List;

/** A whole response in files that stay as they are until it is closed. */
public interface ResponseFile extends AutoCloseable {

  /** What it consists of, in this order. Files have names of their own for each client. */
  List<Range> ranges();

  /** How long the response is, in bytes. */
  long length();

  /** Hears that all of it was sent, where that is known before it is closed. */
  default void sent() {}

  /** Lets go of the files; whoever still reads them may see them vanish by name. */
  @Override
  void close();

  /**
   * Bytes of a file.
   *
   * @param position of the first
   * @param length how many there are
   */
  record Range(Path file, long position, long length) {}
}
