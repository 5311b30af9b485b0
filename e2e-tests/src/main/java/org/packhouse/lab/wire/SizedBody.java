package org.packhouse.lab.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A body of a length that is known. */
final class SizedBody implements ByteSource {

  private final Http1 connection;
  private long left;

  SizedBody(Http1 connection, long length) {
    this.connection = connection;
    this.left = length;
  }

  @Override
  public @Nullable ByteBuffer next() throws IOException {
    if (left == 0) {
      return null;
    }
    ByteBuffer piece = connection.take(left);
    left -= piece.remaining();
    return piece;
  }
}
