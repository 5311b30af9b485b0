package org.packhouse.app.engine.git;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponseFile.Range;

/** A transport's way to its client. */
@FunctionalInterface
public interface ResponseTarget {

  /** Bytes of a file that are in memory at once. */
  int BLOCK = 64 * 1024;

  /** Returns the stream, which the operation flushes and the transport closes. */
  OutputStream out();

  /** Sends a file as the whole response, and closes it when it is sent, maybe after the return. */
  default void send(ResponseFile file) throws IOException {
    try (file) {
      copy(file, out());
    }
  }

  /** Copies a file, and fails also if it ends early. */
  static void copy(ResponseFile file, OutputStream out) throws IOException {
    byte[] block = new byte[(int) Math.min(BLOCK, file.length())];
    for (Range range : file.ranges()) {
      copy(range, block, out);
    }
    out.flush();
  }

  private static void copy(Range range, byte[] block, OutputStream out) throws IOException {
    try (FileChannel channel = FileChannel.open(range.file(), StandardOpenOption.READ)) {
      long left = range.length();
      long position = range.position();
      while (left > 0) {
        ByteBuffer target = ByteBuffer.wrap(block, 0, (int) Math.min(block.length, left));
        int count = channel.read(target, position);
        if (count < 0) {
          throw new IOException("%s ends %d bytes early".formatted(range.file(), left));
        }
        out.write(block, 0, count);
        position += count;
        left -= count;
      }
    }
  }
}
