package org.packhouse.app.platform.outbound;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An HTTP/1 response whose head has been read and whose body is read on demand, up to a limit. No
 * content encoding is decoded.
 */
public final class OutboundResponse {

  private static final int MAX_HEAD = 32_768;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})(?: .*)?");
  private static final int CONTINUE_LIMIT = 200;
  private static final int MAX_PIECE = 8192;

  private final InputStream in;
  private int headLeft = MAX_HEAD;
  private int status;
  private String headers = "";

  private OutboundResponse(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  /** The body, or its beginning; {@code complete} if the sender had no more to send. */
  @SuppressWarnings("ArrayRecordComponent") // it is handed on, never compared
  public record Body(byte[] bytes, boolean complete) {}

  /** Reads the head of a response, which must not be too long. */
  static OutboundResponse read(InputStream in) throws IOException {
    OutboundResponse response = new OutboundResponse(in);
    response.readHead();
    while (response.status < CONTINUE_LIMIT) {
      response.readHead();
    }
    return response;
  }

  public int status() {
    return status;
  }

  /** Returns the header lines. */
  public String headers() {
    return headers;
  }

  /** Returns the first header of that lower-case name; empty if there is none. */
  public String header(String name) {
    return headers
        .lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse("");
  }

  /** Returns the declared length of the body; negative if there is none. */
  public long length() {
    String length = header("content-length");
    return length.matches("\\d{1,18}") && !isChunked() ? Long.parseLong(length) : -1;
  }

  /** Reads at most so many bytes, or what came until the connection broke or time was over. */
  public Body body(int limit) {
    if (isChunked()) {
      return chunks(limit);
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    long length = length();
    if (length >= 0) {
      read((int) Math.min(limit, length), body);
      return new Body(body.toByteArray(), body.size() == length);
    }
    boolean complete = read(limit, body) && body.size() < limit;
    return new Body(body.toByteArray(), complete || isAtEnd());
  }

  /** Reads until the stream ends; returns false if the connection broke. */
  private boolean read(int count, ByteArrayOutputStream body) {
    byte[] piece = new byte[Math.min(count, MAX_PIECE)];
    try {
      int left = count;
      while (left > 0) {
        int got = in.read(piece, 0, Math.min(left, piece.length));
        if (got < 0) {
          return true;
        }
        body.write(piece, 0, got);
        left -= got;
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private boolean isAtEnd() {
    try {
      return in.read() < 0;
    } catch (IOException e) {
      return false;
    }
  }

  private boolean isChunked() {
    return header("transfer-encoding").toLowerCase(Locale.ROOT).endsWith("chunked");
  }

  private void readHead() throws IOException {
    Matcher first = STATUS.matcher(line());
    if (!first.matches()) {
      throw new IOException("The receiver's response is no HTTP.");
    }
    StringBuilder lines = new StringBuilder();
    for (String line = line(); !line.isEmpty(); line = line()) {
      lines.append(line.replace("\0", "")).append('\n');
    }
    status = Integer.parseInt(first.group(1));
    headers = lines.toString();
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("The receiver closed the connection without a response.");
      }
      if (--headLeft < 0) {
        throw new IOException(
            "The head of the receiver's response is longer than %d bytes.".formatted(MAX_HEAD));
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  private Body chunks(int limit) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try {
      while (body.size() < limit) {
        // Each chunk header has the limit anew: a long body has many.
        headLeft = MAX_HEAD;
        String size = line().replaceFirst(";.*", "").strip();
        if (!size.matches("[0-9a-fA-F]{1,8}")) {
          return new Body(body.toByteArray(), false);
        }
        int left = (int) Math.min(Long.parseLong(size, 16), limit - body.size());
        if (left == 0) {
          return new Body(body.toByteArray(), true);
        }
        int before = body.size();
        read(left, body);
        if (body.size() - before < left) {
          return new Body(body.toByteArray(), false);
        }
        if (body.size() < limit) {
          line();
        }
      }
    } catch (IOException e) {
      // The connection broke between two chunks.
      return new Body(body.toByteArray(), false);
    }
    return new Body(body.toByteArray(), false);
  }
}
