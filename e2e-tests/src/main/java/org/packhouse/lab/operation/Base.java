package org.packhouse.lab.operation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.packhouse.lab.data.GitCommand;

/**
 * The commits that pushes build on: a commit that every target has.
 *
 * @param tip the commit of the default branch
 * @param before the entries of its tree whose names sort before the files that a push adds
 * @param after those that sort after them
 */
record Base(String tip, String before, String after) {

  /** With which the names of the files begin that a push adds, in the root of the tree. */
  private static final String FILE = "packhouse-lab-";

  private static final int HASH = 20;

  static Base of(Path repository) throws IOException {
    String tip = GitCommand.in(repository, "rev-parse", "HEAD").succeed().text().strip();
    byte[] tree = GitCommand.in(repository, "cat-file", "tree", "HEAD^{tree}").succeed().bytes();
    int at = 0;
    while (at < tree.length) {
      int space = indexOf(tree, ' ', at);
      int end = indexOf(tree, '\0', space);
      String mode = new String(tree, at, space - at, StandardCharsets.US_ASCII);
      String name = new String(tree, space + 1, end - space - 1, StandardCharsets.ISO_8859_1);
      if ((mode.equals("40000") ? name + "/" : name).compareTo(FILE) >= 0) {
        break;
      }
      at = end + 1 + HASH;
    }
    return new Base(tip, latin(tree, 0, at), latin(tree, at, tree.length));
  }

  /** A tree that has those files too, by names that each such tree has. */
  byte[] with(List<String> blobs) {
    return with("", blobs);
  }

  /** A tree that has those files too, by names that begin with a word of its own. */
  byte[] with(String word, List<String> blobs) {
    ByteArrayOutputStream tree = new ByteArrayOutputStream();
    tree.writeBytes(before.getBytes(StandardCharsets.ISO_8859_1));
    for (int i = 0; i < blobs.size(); i++) {
      String entry = "100644 %s%s%06d\0".formatted(FILE, word, i);
      tree.writeBytes(entry.getBytes(StandardCharsets.US_ASCII));
      tree.writeBytes(HexFormat.of().parseHex(blobs.get(i)));
    }
    tree.writeBytes(after.getBytes(StandardCharsets.ISO_8859_1));
    return tree.toByteArray();
  }

  private static int indexOf(byte[] bytes, char of, int from) {
    int at = from;
    while (bytes[at] != of) {
      at++;
    }
    return at;
  }

  private static String latin(byte[] bytes, int from, int to) {
    return new String(Arrays.copyOfRange(bytes, from, to), StandardCharsets.ISO_8859_1);
  }
}
