package org.packhouse.app.networks.webhook;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.packhouse.app.networks.webhook.Delivery.Response;

/** Reads an HTTP/1 response: its status, its headers, and the beginning of its body. */
final class ResponseReader {

  private static final int MAX_HEAD = 32_768;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})(?: .*)?");
  private static final int CONTINUE_LIMIT = 200;

  private final InputStream in;
  private int headLeft = MAX_HEAD;

  private ResponseReader(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  /**
   * Reads a response.
   *
   * @param maxBody how many bytes of the body, at most
   * @throws IOException if it is none, or its head is too long
   */
  static Response read(InputStream in, int maxBody) throws IOException {
    ResponseReader reader = new ResponseReader(in);
    Response head = reader.head();
    while (head.status() < CONTINUE_LIMIT) {
      head = reader.head();
    }
    byte[] body = new byte[0];
    try {
      body = reader.body(head, maxBody);
    } catch (IOException e) {
      // The receiver has said what counts; of its words there is what came.
    }
    String text = new String(body, StandardCharsets.UTF_8).replace("\0", "");
    return new Response(head.status(), head.headers(), text);
  }

  private Response head() throws IOException {
    String first = line();
    Matcher status = STATUS.matcher(first);
    if (!status.matches()) {
      throw new IOException("The receiver's response is no HTTP.");
    }
    StringBuilder headers = new StringBuilder();
    for (String line = line(); !line.isEmpty(); line = line()) {
      headers.append(line.replace("\0", "")).append('\n');
    }
    return new Response(Integer.parseInt(status.group(1)), headers.toString(), "");
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

  private byte[] body(Response head, int limit) throws IOException {
    String length = field(head, "content-length");
    if (field(head, "transfer-encoding").toLowerCase(Locale.ROOT).endsWith("chunked")) {
      return chunks(limit);
    }
    boolean known = length.matches("\\d{1,18}");
    return in.readNBytes(known ? (int) Math.min(limit, Long.parseLong(length)) : limit);
  }

  private static String field(Response head, String name) {
    return head.headers()
        .lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse("");
  }

  private byte[] chunks(int limit) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (body.size() < limit) {
      String size = line().replaceFirst(";.*", "").strip();
      if (!size.matches("[0-9a-fA-F]{1,8}") || Long.parseLong(size, 16) == 0) {
        break;
      }
      long left = Long.parseLong(size, 16);
      byte[] chunk = in.readNBytes((int) Math.min(left, limit - body.size()));
      body.write(chunk);
      if (chunk.length < left) {
        break;
      }
      line();
    }
    return body.toByteArray();
  }
}
