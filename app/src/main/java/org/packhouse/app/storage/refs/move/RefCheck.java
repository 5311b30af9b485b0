package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.PackedRefs;
import org.packhouse.app.storage.refs.RefFiles;
import org.packhouse.app.storage.refs.RefStamp;

/**
 * Decides which moves may happen, while the version row and the lock files are held. PostgreSQL has
 * the value of a ref: a file server may lag, and another program may have written the files. The
 * value on disk must agree, and decides alone where none is stored.
 */
public final class RefCheck {

  private static final String NOTHING = ObjectId.zeroId().name();

  private final RefFiles files;
  private final Map<String, String> stored;
  private final boolean packedStays;
  private RefStamp packedStamp = RefStamp.unused();
  private @Nullable PackedRefs packed;
  private final Map<String, ObjectId> current = new HashMap<>();
  private final Set<String> deleted = new HashSet<>();
  private final TreeSet<String> added = new TreeSet<>();
  private final Set<Move> foreign = new LinkedHashSet<>();

  /** The files must have been opened after the locks were taken. */
  public RefCheck(RefFiles files, Map<String, String> stored, boolean packedStays) {
    this.files = files;
    this.stored = stored;
    this.packedStays = packedStays;
  }

  /** Rereads the file: housekeeping may pack a ref between two reads of its loose file. */
  private PackedRefs packed() throws IOException {
    PackedRefs known = packed;
    if (known == null || !(packedStays || isStillPacked())) {
      packedStamp = RefStamp.unused();
      known = files.readPacked(packedStamp);
      packed = known;
    }
    return known;
  }

  private boolean isStillPacked() throws IOException {
    files.shared().open(files.gitDirectory());
    return packedStamp.hasSameFiles(files);
  }

  /** Returns the value on disk, or the zero id. */
  public ObjectId current(String ref) throws IOException {
    ObjectId known = current.get(ref);
    if (known == null) {
      ObjectId loose = files.loose(ref);
      ObjectId value = loose == null ? packed().find(ref) : loose;
      known = value == null ? ObjectId.zeroId() : value;
      current.put(ref, known);
    }
    return known;
  }

  boolean isAbsent(String ref) throws IOException {
    return current(ref).equals(ObjectId.zeroId());
  }

  public Map<Move, String> problems(List<Move> moves) throws IOException {
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

  /** Returns moves of the requested refs that are on disk but not stored. */
  List<Move> foreign() {
    return List.copyOf(foreign);
  }

  private @Nullable String staleness(Move move) throws IOException {
    String disk = current(move.ref()).name();
    String value = stored.getOrDefault(move.ref(), disk);
    if (!disk.equals(value)) {
      foreign.add(new Move(move.ref(), value, disk));
    }
    if (value.equals(move.from()) || (move.isDelete() && value.equals(move.to()))) {
      return disk.equals(value)
          ? null
          : "another program has moved it on the server; try again when that is known";
    }
    if (move.isAdd()) {
      return RefUpdates.EXISTS;
    }
    return value.equals(NOTHING)
        ? "reference was deleted meanwhile, fetch first"
        : "non-fast-forward: it is at " + value.substring(0, 10) + " meanwhile, fetch first";
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
    String directory = ref + "/";
    String next = added.ceiling(directory);
    if (next != null && next.startsWith(directory)) {
      return next;
    }
    String packedBelow = packed().firstBelow(directory, other -> !deleted.contains(other));
    if (packedBelow != null) {
      return packedBelow;
    }
    return files.looseBelow(ref).stream()
        .filter(other -> !deleted.contains(other))
        .findFirst()
        .orElse(null);
  }
}
