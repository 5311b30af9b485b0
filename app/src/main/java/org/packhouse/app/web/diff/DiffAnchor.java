package org.packhouse.app.web.diff;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.packhouse.app.storage.content.TreePath;

/** Derives ids of HTML elements from paths of any bytes. */
final class DiffAnchor {

  private static final int BYTES = 6;

  private DiffAnchor() {}

  static String of(TreePath path) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(path.bytes());
      byte[] start = new byte[BYTES];
      ByteBuffer.wrap(digest).get(start);
      return "f-" + HexFormat.of().formatHex(start);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
