package org.packhouse.app.source.browse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectLoader;
import org.packhouse.app.storage.content.TreePath;

/**
 * Copy of a tree whose names have each byte as a character of Latin-1, in UTF-8. JGit's blame knows
 * paths as strings that it reads and writes in UTF-8: in such trees it follows files whose names
 * are no UTF-8 too. The order of the entries is the same.
 */
final class LatinTree {

  private LatinTree() {}

  /** A path as it is called in such trees. */
  static String name(TreePath path) {
    return new String(path.bytes(), ISO_8859_1);
  }

  /** The path that is called so in such trees. */
  static TreePath path(String name) {
    return TreePath.of(name.getBytes(ISO_8859_1));
  }

  /**
   * Copies a tree.
   *
   * @param raw as it is stored; one that is broken stays as it is from there on, for others to
   *     refuse
   */
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
