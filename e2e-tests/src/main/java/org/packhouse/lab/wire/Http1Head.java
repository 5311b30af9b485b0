package org.packhouse.lab.wire;

import java.io.IOException;
import java.util.Locale;

/**
 * The head of an HTTP/1.1 response.
 *
 * @param length of the body in bytes; -1 if it is not told
 * @param type what {@code Content-Type} says, empty if nothing
 */
record Http1Head(int status, long length, boolean chunked, String type) {

  /** A source of lines. */
  @FunctionalInterface
  interface Lines {
    String next() throws IOException;
  }

  static Http1Head read(Lines lines) throws IOException {
    int status = status(lines.next());
    long length = -1;
    boolean chunked = false;
    String type = "";
    for (String line = lines.next(); !line.isEmpty(); line = lines.next()) {
      int colon = line.indexOf(':');
      if (colon < 0) {
        throw new VerificationException("\"" + line + "\" is no header of HTTP");
      }
      String value = line.substring(colon + 1).strip();
      switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
        case "content-length" -> length = length(value);
        case "transfer-encoding" -> chunked = value.equalsIgnoreCase("chunked");
        case "content-type" -> type = value;
        default -> {
          // says nothing about where the body ends
        }
      }
    }
    return new Http1Head(status, length, chunked, type);
  }

  private static int status(String line) throws VerificationException {
    boolean http = line.startsWith("HTTP/1.") && line.length() >= 12;
    try {
      return Integer.parseInt(http ? line.substring(9, 12) : "");
    } catch (NumberFormatException e) {
      throw new VerificationException("The response is no HTTP: it begins with \"" + start(line));
    }
  }

  private static String start(String line) {
    return line.substring(0, Math.min(60, line.length())) + "\"";
  }

  private static long length(String value) throws VerificationException {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new VerificationException("The response has the length \"" + value + "\"");
    }
  }
}
