package org.packhouse.app.source.changes;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.packhouse.app.storage.content.TreePath;

/** Writes paths as git does in diffs: quoted and escaped if they have unusual bytes. */
final class QuotedPath {

  private static final String ESCAPED = "\u0007\b\t\n\u000b\f\r\"\\";
  private static final String LETTERS = "abtnvfr\"\\";

  private QuotedPath() {}

  static byte[] of(String prefix, TreePath path) {
    byte[] bytes = path.bytes();
    ByteArrayOutputStream quoted = new ByteArrayOutputStream(bytes.length + 16);
    boolean unusual = false;
    for (byte octet : bytes) {
      unusual |= isUnusual(octet);
    }
    quoted.writeBytes(((unusual ? "\"" : "") + prefix).getBytes(StandardCharsets.US_ASCII));
    for (byte octet : bytes) {
      if (isUnusual(octet)) {
        quoted.writeBytes(escaped(octet).getBytes(StandardCharsets.US_ASCII));
      } else {
        quoted.write(octet);
      }
    }
    if (unusual) {
      quoted.write('"');
    }
    return quoted.toByteArray();
  }

  private static boolean isUnusual(byte octet) {
    return octet < ' ' || octet == 0x7f || octet == '"' || octet == '\\';
  }

  private static String escaped(byte octet) {
    int letter = ESCAPED.indexOf(octet);
    return letter >= 0 && octet > 0
        ? "\\" + LETTERS.charAt(letter)
        : "\\%03o".formatted(octet & 0xff);
  }
}
