package org.packhouse.app.storage.refs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Predicate;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a {@code packed-refs} whose header says that they are sorted, as git's and ours are:
 * a ref is found by halving, as git does it, and the lines of others are not read.
 */
final class SortedRefLines {

  private static final byte[] HEADER = PackedRefs.HEADER.getBytes(StandardCharsets.US_ASCII);
  private static final String SORTED = " sorted ";

  /** Where the name begins in a line: behind the id and a space. */
  private static final int NAME = Constants.OBJECT_ID_STRING_LENGTH + 1;

  private final byte[] content;
  private final int begin;

  private SortedRefLines(byte[] content, int begin) {
    this.content = content;
    this.begin = begin;
  }

  /**
   * Looks at the header.
   *
   * @param content what the file holds
   * @return null if it does not say that the lines are sorted
   */
  static @Nullable SortedRefLines of(byte[] content) {
    int end = endOfLine(content, 0);
    boolean said =
        end >= HEADER.length
            && Arrays.equals(content, 0, HEADER.length, HEADER, 0, HEADER.length)
            && (new String(content, 0, end, StandardCharsets.UTF_8) + " ").contains(SORTED);
    if (!said) {
      return null;
    }
    int begin = after(content, end);
    while (begin < content.length && content[begin] == '#') {
      begin = after(content, endOfLine(content, begin));
    }
    return new SortedRefLines(content, begin);
  }

  /** Where a ref points to; null if there is none of that name. */
  @Nullable ObjectId find(String ref) {
    byte[] name = ref.getBytes(StandardCharsets.UTF_8);
    int line = firstFrom(name);
    return line < content.length && compare(line, name) == 0
        ? ObjectId.fromString(content, line)
        : null;
  }

  /**
   * The first ref in a directory that is wanted; null if none is.
   *
   * @param directory ends with a slash
   */
  @Nullable String firstBelow(String directory, Predicate<String> wanted) {
    for (int line = firstFrom(directory.getBytes(StandardCharsets.UTF_8));
        line < content.length;
        line = next(line)) {
      int from = nameOf(line);
      String ref =
          new String(content, from, endOfLine(content, line) - from, StandardCharsets.UTF_8);
      if (!ref.startsWith(directory)) {
        return null;
      }
      if (wanted.test(ref)) {
        return ref;
      }
    }
    return null;
  }

  /** The line of the first ref of that name, or behind it. */
  private int firstFrom(byte[] name) {
    int low = begin;
    int high = content.length;
    while (low < high) {
      int line = lineOf((low + high) >>> 1);
      if (compare(line, name) < 0) {
        low = next(line);
      } else {
        high = line;
      }
    }
    return low;
  }

  /** Where the line begins that names the ref to which a place belongs. */
  private int lineOf(int place) {
    int line = beginOfLine(place);
    while (line > begin && content[line] == '^') {
      line = beginOfLine(line - 1);
    }
    return line;
  }

  private int beginOfLine(int place) {
    int line = place;
    while (line > begin && content[line - 1] != '\n') {
      line--;
    }
    return line;
  }

  private int next(int line) {
    int next = after(content, endOfLine(content, line));
    while (next < content.length && content[next] == '^') {
      next = after(content, endOfLine(content, next));
    }
    return next;
  }

  private int compare(int line, byte[] name) {
    return Arrays.compareUnsigned(
        content, nameOf(line), endOfLine(content, line), name, 0, name.length);
  }

  /** The end of a line that is too short for a name. */
  private int nameOf(int line) {
    return Math.min(line + NAME, endOfLine(content, line));
  }

  private static int after(byte[] content, int end) {
    return Math.min(end + 1, content.length);
  }

  private static int endOfLine(byte[] content, int from) {
    int end = from;
    while (end < content.length && content[end] != '\n') {
      end++;
    }
    return end;
  }
}
