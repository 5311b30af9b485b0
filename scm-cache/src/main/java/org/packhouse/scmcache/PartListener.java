package org.packhouse.scmcache;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Hears the bytes of a part that somebody else stores or sends. */
@FunctionalInterface
public interface PartListener {

  /**
   * Hears the next bytes.
   *
   * @param bytes from the position of the buffer to its limit; they are there during the call only,
   *     and may be read, not written
   */
  void hear(ByteBuffer bytes) throws IOException;
}
