package org.packhouse.lab.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A response over HTTP, whose body is yet to be read.
 *
 * @param type what {@code Content-Type} says, empty if nothing
 */
public record HttpReply(int status, String type, ByteSource body) {

  private static final int TOLD = 300;

  /** Fails unless the status is 200. */
  public HttpReply ok() throws IOException {
    if (status == 200) {
      return this;
    }
    throw new OperationFailedException("HTTP " + status, "The server answered " + told());
  }

  /** Fails unless the status is one of success, 200 to 299. */
  public HttpReply success() throws IOException {
    if (status / 100 == 2) {
      return this;
    }
    throw new OperationFailedException("HTTP " + status, "The server answered " + told());
  }

  private String told() {
    try {
      String text = new String(bytes(1 << 16), StandardCharsets.UTF_8).strip().replace('\n', ' ');
      return "%d: %s".formatted(status, text.substring(0, Math.min(TOLD, text.length())));
    } catch (IOException broken) {
      return Integer.toString(status);
    }
  }

  /**
   * The whole body.
   *
   * @param most how many bytes to take, at least
   */
  public byte[] bytes(int most) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (ByteBuffer part = body.next(); part != null; part = body.next()) {
      byte[] bytes = new byte[part.remaining()];
      part.get(bytes);
      all.writeBytes(bytes);
      if (all.size() >= most) {
        break;
      }
    }
    return all.toByteArray();
  }
}
