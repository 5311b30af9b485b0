package org.packhouse.scmcache;

import java.nio.file.Path;
import java.util.List;

/** A complete response in files that stay unchanged until it is closed. */
public interface ResponseFile extends AutoCloseable {

  /** Returns the file ranges in order. File names are unique to each client. */
  List<Range> ranges();

  long length();

  /** Called when all is sent, if that is known before closing. */
  default void sent() {}

  /** Releases the files, whose names may then vanish. */
  @Override
  void close();

  record Range(Path file, long position, long length) {}
}
