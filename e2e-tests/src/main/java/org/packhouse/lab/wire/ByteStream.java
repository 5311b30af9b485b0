package org.packhouse.lab.wire;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A connection. Blocks its thread, best a virtual one. */
interface ByteStream extends Closeable {

  /** A buffer of a kind and size that suits {@link #read}. */
  ByteBuffer newBuffer();

  /** Reads at least one byte; -1 at the end. */
  int read(ByteBuffer buffer) throws IOException;

  /** Writes all that the buffer holds. */
  void write(ByteBuffer bytes) throws IOException;
}
