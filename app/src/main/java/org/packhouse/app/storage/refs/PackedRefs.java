package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
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
}
