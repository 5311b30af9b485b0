package org.packhouse.lab.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 on a connection of its own, kept alive from request to request. What is read stays in
 * one buffer until it has been looked at: nothing is copied on the way to the packet lines.
 */
final class Http1 implements HttpConnection {

  /** Above this git sends a body in chunks. */
  private static final long POST_BUFFER = 1 << 20;

  private static final int WRITE = 1 << 16;

  private final ByteStream stream;
  private final String host;
  private final Traffic traffic = new Traffic();
  private final ByteBuffer in;

  Http1(ByteStream stream, String host) {
    this.stream = stream;
    this.host = host;
    this.in = stream.newBuffer().limit(0);
  }

  @Override
  public Traffic traffic() {
    return traffic;
  }

  @Override
  public HttpReply send(HttpAsk ask) throws IOException {
    try {
      write(ask);
    } catch (IOException broken) {
      return responseBeforeTheEnd(broken);
    }
    return response();
  }

  /** A server may refuse a body before it has read it, and hang up. */
  private HttpReply responseBeforeTheEnd(IOException broken) throws IOException {
    try {
      return response();
    } catch (IOException alsoBroken) {
      broken.addSuppressed(alsoBroken);
      throw broken;
    }
  }

  private HttpReply response() throws IOException {
    Http1Head head = Http1Head.read(this::line);
    while (head.status() / 100 == 1) {
      head = Http1Head.read(this::line);
    }
    return new HttpReply(head.status(), head.type(), body(head));
  }

  private ByteSource body(Http1Head head) throws VerificationException {
    if (head.chunked()) {
      return new ChunkedBody(this);
    }
    if (head.length() >= 0) {
      return new SizedBody(this, head.length());
    }
    if (head.status() == 204 || head.status() == 304) {
      return () -> null;
    }
    return this::untilTheEnd;
  }

  private @Nullable ByteBuffer untilTheEnd() throws IOException {
    return in.hasRemaining() || fill() ? take(in.remaining()) : null;
  }

  private void write(HttpAsk ask) throws IOException {
    Body body = ask.body();
    StringBuilder head = new StringBuilder(512);
    head.append(ask.method()).append(' ').append(ask.target()).append(" HTTP/1.1\r\nHost: ");
    head.append(host).append("\r\n");
    for (Map.Entry<String, String> header : ask.headers().entrySet()) {
      head.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
    }
    boolean chunked = body != null && body.length() > POST_BUFFER;
    if (chunked) {
      head.append("Transfer-Encoding: chunked\r\n");
    } else if (body != null) {
      head.append("Content-Length: ").append(body.length()).append("\r\n");
    }
    head.append("\r\n");
    write(head.toString(), body, chunked);
  }

  private void write(String head, @Nullable Body body, boolean chunked) throws IOException {
    ByteBuffer out = ByteBuffer.allocate(WRITE);
    out.put(head.getBytes(StandardCharsets.ISO_8859_1));
    if (body != null) {
      try (InputStream bytes = body.open()) {
        writeBody(bytes, out, chunked);
      }
    }
    flush(out);
  }

  private void writeBody(InputStream bytes, ByteBuffer out, boolean chunked) throws IOException {
    byte[] piece = new byte[WRITE / 2];
    for (int n = bytes.read(piece); n >= 0; n = bytes.read(piece)) {
      if (out.remaining() < n + 16) {
        flush(out);
      }
      if (chunked) {
        out.put((Integer.toHexString(n) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
      }
      out.put(piece, 0, n);
      if (chunked) {
        out.put((byte) '\r').put((byte) '\n');
      }
    }
    if (chunked) {
      flush(out);
      out.put("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  private void flush(ByteBuffer out) throws IOException {
    out.flip();
    traffic.addWritten(out.remaining());
    stream.write(out);
    out.clear();
  }

  /** A line without its end. */
  String line() throws IOException {
    StringBuilder line = new StringBuilder(64);
    for (int c = get(); c != '\n'; c = get()) {
      if (c != '\r') {
        line.append((char) c);
      }
      if (line.length() > in.capacity()) {
        throw new VerificationException("The server sent a line of HTTP without an end");
      }
    }
    return line.toString();
  }

  private int get() throws IOException {
    need();
    return in.get() & 0xff;
  }

  /** Up to that many bytes, at least one. */
  ByteBuffer take(long most) throws IOException {
    need();
    int size = (int) Math.min(most, in.remaining());
    ByteBuffer piece = in.slice(in.position(), size);
    in.position(in.position() + size);
    return piece;
  }

  private void need() throws IOException {
    if (!in.hasRemaining() && !fill()) {
      throw new EOFException("The server hung up in the middle of a response");
    }
  }

  private boolean fill() throws IOException {
    in.clear();
    int size = stream.read(in);
    in.flip();
    traffic.addRead(Math.max(size, 0));
    return size > 0;
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
