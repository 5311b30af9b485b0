package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** Decides which moves may happen, by what is on disk while the lock is held. */
final class RefCheck {

  private final RefFiles files;
  private RefStamp packedStamp = new RefStamp(Instant.EPOCH);
  private @Nullable PackedRefs packed;
  private final Set<String> deleted = new HashSet<>();
  private final TreeSet<String> added = new TreeSet<>();

  RefCheck(RefFiles files) {
    this.files = files;
  }

  /** As it is now: housekeeping may pack a ref between two looks at its loose file. */
  private PackedRefs packed() throws IOException {
    PackedRefs known = packed;
    if (known == null || !packedStamp.hasSameFiles(files.packedRefs())) {
      packedStamp = new RefStamp(Instant.EPOCH);
      packedStamp.see(files.packedRefs());
      known = PackedRefs.read(files.gitDirectory());
      packed = known;
    }
    return known;
  }

  ObjectId current(String ref) throws IOException {
    ObjectId loose = files.loose(ref);
    ObjectId value = loose == null ? packed().find(ref) : loose;
    return value == null ? ObjectId.zeroId() : value;
  }

  boolean isAbsent(String ref) throws IOException {
    return current(ref).equals(ObjectId.zeroId());
  }

  /** The problem of each move that has one. */
  Map<Move, String> problems(List<Move> moves) throws IOException {
    Map<Move, String> problems = new HashMap<>();
    for (Move move : moves) {
      String problem = move.isHead() ? null : staleness(move);
      if (problem != null) {
        problems.put(move, problem);
      } else if (move.isDelete()) {
        deleted.add(move.ref());
      }
    }
    for (Move move : moves) {
      if (!problems.containsKey(move) && move.isAdd() && !move.isDelete()) {
        String problem = conflict(move.ref());
        if (problem == null) {
          added.add(move.ref());
        } else {
          problems.put(move, problem);
        }
      }
    }
    return problems;
  }

  private @Nullable String staleness(Move move) throws IOException {
    String current = current(move.ref()).name();
    if (current.equals(move.from()) || (move.isDelete() && current.equals(move.to()))) {
      return null;
    }
    if (move.isAdd()) {
      return RefUpdates.EXISTS;
    }
    return current.equals(ObjectId.zeroId().name())
        ? "reference was deleted meanwhile, fetch first"
        : "non-fast-forward: it is at " + current.substring(0, 10) + " meanwhile, fetch first";
  }

  private @Nullable String conflict(String ref) throws IOException {
    for (int slash = ref.indexOf('/', "refs/".length());
        slash > 0;
        slash = ref.indexOf('/', slash + 1)) {
      String parent = ref.substring(0, slash);
      if (added.contains(parent) || (!deleted.contains(parent) && exists(parent))) {
        return "'" + parent + "' exists; cannot create '" + ref + "'";
      }
    }
    String child = childOf(ref);
    return child == null ? null : "'" + child + "' exists; cannot create '" + ref + "'";
  }

  private boolean exists(String ref) throws IOException {
    return packed().find(ref) != null || files.loose(ref) != null;
  }

  private @Nullable String childOf(String ref) throws IOException {
    String folder = ref + "/";
    String next = added.ceiling(folder);
    if (next != null && next.startsWith(folder)) {
      return next;
    }
    for (String other : packed().lines().tailMap(folder).keySet()) {
      if (!other.startsWith(folder)) {
        break;
      }
      if (!deleted.contains(other)) {
        return other;
      }
    }
    return looseChild(files.file(ref));
  }

  private @Nullable String looseChild(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return null;
    }
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile)
          .map(file -> files.gitDirectory().relativize(file).toString())
          .filter(name -> !name.endsWith(".lock") && !deleted.contains(name))
          .findFirst()
          .orElse(null);
    }
  }
}
