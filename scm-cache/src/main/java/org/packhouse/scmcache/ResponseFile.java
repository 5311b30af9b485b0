package org.packhouse.scmcache;

import java.nio.file.Path;

/** A whole response in a file that stays as it is until it is closed. */
public interface ResponseFile extends AutoCloseable {

  /** The file: a name of its own for each client. */
  Path path();

  /** Where the response begins in the file, in bytes. */
  long position();

  /** How long the response is, in bytes. */
  long length();

  /** Hears that all of it was sent, where that is known before it is closed. */
  default void sent() {}

  /** Lets go of the file; whoever still reads it may see it vanish by name. */
  @Override
  void close();
}
