package org.packhouse.app.storage.refs;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** The content of {@code packed-refs} at one moment. */
final class PackedRefs {

  /**
   * A line, and the peeled line below it.
   *
   * @param peeled what the tag points to in the end; null: no tag, or not known
   * @param peelKnown whether {@code peeled} can be relied on
   */
  record Line(ObjectId id, @Nullable ObjectId peeled, boolean peelKnown) {}

  /** Finds what a tag points to in the end. */
  @FunctionalInterface
  interface Peeler {
    /** Null if the object is no tag. */
    @Nullable ObjectId peel(ObjectId id) throws IOException;
  }

  private static final String HEADER = "# pack-refs with:";

  private final NavigableMap<String, Line> lines;

  private PackedRefs(NavigableMap<String, Line> lines) {
    this.lines = lines;
  }

  /**
   * Reads what the file holds.
   *
   * @param content null: there is no file, since the refs were never packed
   */
  static PackedRefs parse(byte @Nullable [] content) throws IOException {
    TreeMap<String, Line> lines = new TreeMap<>(RefNameOrder.BY_BYTES);
    byte[] bytes = content == null ? new byte[0] : content;
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8))) {
      boolean peeled = false;
      String last = "";
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
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
    }
    return new PackedRefs(lines);
  }

  SortedMap<String, Line> lines() {
    return lines;
  }

  @Nullable ObjectId find(String ref) {
    Line line = lines.get(ref);
    return line == null ? null : line.id();
  }

  /** The file's content after the moves, every line peeled. */
  byte[] after(Collection<Move> moves, Peeler peeler) throws IOException {
    TreeMap<String, Line> result = new TreeMap<>(lines);
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
}
