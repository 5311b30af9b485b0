package org.packhouse.app.storage.refs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Predicate;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** Binary search in a {@code packed-refs} file whose header says that it is sorted. */
final class SortedRefLines {

  private static final byte[] HEADER = PackedRefs.HEADER.getBytes(StandardCharsets.US_ASCII);
  private static final String SORTED = " sorted ";

  /** Offset of the name in a line, after the id and a space. */
  private static final int NAME = Constants.OBJECT_ID_STRING_LENGTH + 1;

  private final byte[] content;
  private final int begin;

  private SortedRefLines(byte[] content, int begin) {
    this.content = content;
    this.begin = begin;
  }

  /** Returns null if the header does not say that the lines are sorted. */
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

  @Nullable ObjectId find(String ref) {
    byte[] name = ref.getBytes(StandardCharsets.UTF_8);
    int line = firstFrom(name);
    return line < content.length && compare(line, name) == 0
        ? ObjectId.fromString(content, line)
        : null;
  }

  /** Returns the first matching ref in a directory, whose name ends with a slash. */
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

  /** Returns the offset of the first line whose ref is not less than the name. */
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

  /** Returns the start of the ref line that an offset lies in, or in the peeled line below it. */
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

  /** Clamps to the end of a line that is too short for a name. */
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
