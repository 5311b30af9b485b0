package org.packhouse.lab.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.packhouse.lab.link.TokenBucket;

/** A connection over a slow line. */
final class LimitedStream implements ByteStream {

  /** What is written at a time. */
  private static final int PIECE = 1 << 12;

  private final ByteStream stream;
  private final TokenBucket in;
  private final TokenBucket out;

  LimitedStream(ByteStream stream, long bytesPerSecond) {
    this.stream = stream;
    this.in = new TokenBucket(bytesPerSecond);
    this.out = new TokenBucket(bytesPerSecond);
  }

  @Override
  public ByteBuffer newBuffer() {
    return stream.newBuffer();
  }

  @Override
  public int read(ByteBuffer buffer) throws IOException {
    int size = stream.read(buffer);
    in.spend(Math.max(size, 0));
    return size;
  }

  @Override
  public void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int size = Math.min(PIECE, bytes.remaining());
      stream.write(bytes.slice(bytes.position(), size));
      bytes.position(bytes.position() + size);
      out.spend(size);
    }
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
