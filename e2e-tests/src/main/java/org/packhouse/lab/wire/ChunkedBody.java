package org.packhouse.lab.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A body that comes in chunks. */
final class ChunkedBody implements ByteSource {

  private final Http1 connection;
  private long left;
  private boolean begun;
  private boolean ended;

  ChunkedBody(Http1 connection) {
    this.connection = connection;
  }

  @Override
  public @Nullable ByteBuffer next() throws IOException {
    if (left == 0 && !ended) {
      nextChunk();
    }
    if (ended) {
      return null;
    }
    ByteBuffer piece = connection.take(left);
    left -= piece.remaining();
    return piece;
  }

  private void nextChunk() throws IOException {
    if (begun && !connection.line().isEmpty()) {
      throw new VerificationException("A chunk does not end where its size says");
    }
    begun = true;
    left = size(connection.line());
    if (left == 0) {
      ended = true;
      skipTrailers();
    }
  }

  private void skipTrailers() throws IOException {
    String line = connection.line();
    while (!line.isEmpty()) {
      line = connection.line();
    }
  }

  private static long size(String line) throws VerificationException {
    int end = line.indexOf(';');
    String digits = (end < 0 ? line : line.substring(0, end)).strip();
    try {
      return Long.parseUnsignedLong(digits, 16);
    } catch (NumberFormatException e) {
      throw new VerificationException("A chunk has the size \"" + digits + "\"");
    }
  }
}
