package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** The content of {@code packed-refs} at one moment. */
public final class PackedRefs {

  /** A ref. Its peeled object is null if it is no tag, or if that is not known. */
  record Line(ObjectId id, @Nullable ObjectId peeled, boolean peelKnown) {}

  @FunctionalInterface
  public interface Peeler {
    /** Returns the object a tag finally points to, or null if the object is not a tag. */
    @Nullable ObjectId peel(ObjectId id) throws IOException;
  }

  static final String HEADER = "# pack-refs with:";

  private final byte[] content;
  private final @Nullable SortedRefLines sorted;
  private @Nullable NavigableMap<String, Line> lines;

  /** Parses lazily; the content is null if refs were never packed. */
  PackedRefs(byte @Nullable [] content) {
    this.content = content == null ? new byte[0] : content;
    this.sorted = SortedRefLines.of(this.content);
  }

  NavigableMap<String, Line> lines() {
    NavigableMap<String, Line> all = lines;
    if (all == null) {
      all = read(content);
      lines = all;
    }
    return all;
  }

  private static NavigableMap<String, Line> read(byte[] bytes) {
    TreeMap<String, Line> lines = new TreeMap<>(RefNameOrder.BY_BYTES);
    boolean peeled = false;
    String last = "";
    for (String line :
        (Iterable<String>) new String(bytes, StandardCharsets.UTF_8).lines()::iterator) {
      if (line.startsWith(HEADER)) {
        peeled = (line + " ").contains(" fully-peeled ");
      } else if (line.startsWith("^")) {
        Line above = lines.get(last);
        if (above != null) {
          lines.put(last, new Line(above.id(), ObjectId.fromString(line.substring(1)), true));
        }
      } else if (line.length() > 41 && line.charAt(0) != '#') {
        last = line.substring(41);
        lines.put(last, new Line(ObjectId.fromString(line.substring(0, 40)), null, peeled));
      }
    }
    return lines;
  }

  /** Returns the value of a packed ref, or null. */
  @Nullable public ObjectId find(String ref) {
    if (sorted != null && lines == null) {
      return sorted.find(ref);
    }
    Line line = lines().get(ref);
    return line == null ? null : line.id();
  }

  /** Returns the first matching ref in a directory, whose name ends with a slash. */
  @Nullable public String firstBelow(String directory, Predicate<String> wanted) {
    if (sorted != null && lines == null) {
      return sorted.firstBelow(directory, wanted);
    }
    return lines().tailMap(directory, true).keySet().stream()
        .takeWhile(ref -> ref.startsWith(directory))
        .filter(wanted)
        .findFirst()
        .orElse(null);
  }

  /** Returns the file's content after the moves, with every line peeled. */
  public byte[] after(Collection<Move> moves, Peeler peeler) throws IOException {
    TreeMap<String, Line> result = new TreeMap<>(lines());
    for (Move move : moves) {
      if (move.isDelete()) {
        result.remove(move.ref());
      } else {
        result.put(move.ref(), new Line(ObjectId.fromString(move.to()), null, false));
      }
    }
    StringBuilder text = new StringBuilder(result.size() * 80 + 64);
    text.append(HEADER).append(" peeled fully-peeled sorted \n");
    for (var entry : result.entrySet()) {
      Line line = entry.getValue();
      ObjectId peeled = line.peelKnown() ? line.peeled() : peeler.peel(line.id());
      text.append(line.id().name()).append(' ').append(entry.getKey()).append('\n');
      if (peeled != null) {
        text.append('^').append(peeled.name()).append('\n');
      }
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Binary search in a {@code packed-refs} file whose header says that it is sorted. */
  private static final class SortedRefLines {

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
}
