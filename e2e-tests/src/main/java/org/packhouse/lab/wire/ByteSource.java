package org.packhouse.lab.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Bytes that come in pieces, which are looked at where they were read to. */
@FunctionalInterface
public interface ByteSource {

  /**
   * The next bytes, at least one; null at the end. They may be looked at until the next call.
   *
   * @throws java.io.EOFException if the connection ends before the response
   */
  @Nullable ByteBuffer next() throws IOException;
}
