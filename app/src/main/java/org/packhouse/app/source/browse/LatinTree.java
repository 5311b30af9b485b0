package org.packhouse.app.source.browse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectLoader;
import org.packhouse.app.storage.content.TreePath;

/**
 * Copies a tree with names that hold each byte as a Latin-1 character. JGit's blame handles paths
 * as UTF-8 strings: with such names it also follows files whose names are not UTF-8. The order of
 * entries is kept.
 */
final class LatinTree {

  private LatinTree() {}

  static String name(TreePath path) {
    return new String(path.bytes(), ISO_8859_1);
  }

  static TreePath path(String name) {
    return TreePath.of(name.getBytes(ISO_8859_1));
  }

  /** Copies a stored tree; what follows a malformed entry is kept, for JGit to reject. */
  static ObjectLoader of(byte[] raw) {
    ByteArrayOutputStream copy = null;
    int written = 0;
    int at = 0;
    while (at < raw.length) {
      int end = at;
      boolean isAscii = true;
      while (end < raw.length && raw[end] != 0) {
        isAscii &= raw[end] >= 0;
        end++;
      }
      if (!isAscii) {
        copy = copy == null ? new ByteArrayOutputStream(raw.length + Byte.MAX_VALUE) : copy;
        copy.write(raw, written, at - written);
        copy.writeBytes(new String(raw, at, end - at, ISO_8859_1).getBytes(UTF_8));
        written = end;
      }
      at = Math.min(raw.length, end + 1 + Constants.OBJECT_ID_LENGTH);
    }
    if (copy == null) {
      return new ObjectLoader.SmallObject(Constants.OBJ_TREE, raw);
    }
    copy.write(raw, written, raw.length - written);
    return new ObjectLoader.SmallObject(Constants.OBJ_TREE, copy.toByteArray());
  }
}
