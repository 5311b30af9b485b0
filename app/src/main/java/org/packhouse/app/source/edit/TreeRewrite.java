package org.packhouse.app.source.edit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectChecker;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.storage.content.TreePath;

/** Writes the trees on the paths of changes, and no others. */
final class TreeRewrite {

  private static final int MAX_TREE_SIZE = 64 << 20;

  private final ObjectReader reader;
  private final ObjectInserter inserter;
  private final ObjectChecker checker;

  TreeRewrite(ObjectReader reader, ObjectInserter inserter, ObjectChecker checker) {
    this.reader = reader;
    this.inserter = inserter;
    this.checker = checker;
  }

  /** The entry for a path, with an octal mode; without mode and blob the path is deleted. */
  record Placement(List<String> names, @Nullable String mode, @Nullable ObjectId blob) {

    static Placement of(TreePath path, String mode, ObjectId blob) {
      return new Placement(List.of(PathRules.segments(path)), mode, blob);
    }

    static Placement nothing(TreePath path) {
      return new Placement(List.of(PathRules.segments(path)), null, null);
    }
  }

  /** Returns the new root; placements replace directories or nothing. */
  ObjectId rewrite(@Nullable ObjectId root, List<Placement> placements) throws IOException {
    return insert(changed(root, 0, placements));
  }

  private RawTree changed(@Nullable ObjectId tree, int depth, List<Placement> placements)
      throws IOException {
    RawTree entries = read(tree);
    Map<String, List<Placement>> byName = new LinkedHashMap<>();
    for (Placement placement : placements) {
      byName
          .computeIfAbsent(placement.names().get(depth), name -> new ArrayList<>())
          .add(placement);
    }
    for (Map.Entry<String, List<Placement>> group : byName.entrySet()) {
      Placement first = group.getValue().getFirst();
      if (first.names().size() == depth + 1) {
        place(entries, group.getKey(), first);
      } else {
        descend(entries, group.getKey(), depth, group.getValue());
      }
    }
    return entries;
  }

  private static void place(RawTree entries, String name, Placement placement) {
    if (placement.mode() == null || placement.blob() == null) {
      entries.remove(name);
    } else {
      entries.put(new RawTree.Entry(placement.mode(), name, placement.blob()));
    }
  }

  private void descend(RawTree entries, String name, int depth, List<Placement> below)
      throws IOException {
    ObjectId child =
        entries.find(name).filter(RawTree.Entry::isDirectory).map(RawTree.Entry::id).orElse(null);
    RawTree changed = changed(child, depth + 1, below);
    if (changed.isEmpty()) {
      entries.remove(name);
    } else {
      entries.put(new RawTree.Entry(RawTree.DIRECTORY, name, insert(changed)));
    }
  }

  private RawTree read(@Nullable ObjectId tree) throws IOException {
    return tree == null
        ? RawTree.parse(new byte[0])
        : RawTree.parse(reader.open(tree, Constants.OBJ_TREE).getBytes(MAX_TREE_SIZE));
  }

  private ObjectId insert(RawTree tree) throws IOException {
    byte[] raw = tree.format();
    ObjectId id = inserter.idFor(Constants.OBJ_TREE, raw);
    try {
      checker.check(id, Constants.OBJ_TREE, raw);
    } catch (CorruptObjectException e) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "The directory would not be what git takes: %s.".formatted(e.getMessage()));
    }
    return inserter.insert(Constants.OBJ_TREE, raw);
  }

  /** The entries of a tree; unchanged ones keep every byte, and odd modes of old tools. */
  static final class RawTree {

    static final String DIRECTORY = "40000";

    private final List<Entry> entries = new ArrayList<>();

    /** An entry with an octal mode; each character of the name is a byte. */
    record Entry(String mode, String name, ObjectId id) {

      boolean isDirectory() {
        return mode.equals(DIRECTORY) || mode.equals("0" + DIRECTORY);
      }

      /** Git sorts directories as if their names ended in a slash. */
      String sortKey() {
        return name + (isDirectory() ? '/' : '\0');
      }
    }

    static RawTree parse(byte[] raw) {
      RawTree tree = new RawTree();
      int at = 0;
      while (at < raw.length) {
        int space = indexOf(raw, ' ', at);
        int end = indexOf(raw, '\0', space);
        tree.entries.add(
            new Entry(
                text(raw, at, space), text(raw, space + 1, end), ObjectId.fromRaw(raw, end + 1)));
        at = end + 1 + Constants.OBJECT_ID_LENGTH;
      }
      return tree;
    }

    private static int indexOf(byte[] raw, char wanted, int from) {
      int at = from;
      while (raw[at] != wanted) {
        at++;
      }
      return at;
    }

    private static String text(byte[] raw, int start, int end) {
      return new String(raw, start, end - start, StandardCharsets.ISO_8859_1);
    }

    boolean isEmpty() {
      return entries.isEmpty();
    }

    Optional<Entry> find(String name) {
      return entries.stream().filter(entry -> entry.name().equals(name)).findFirst();
    }

    void remove(String name) {
      entries.removeIf(entry -> entry.name().equals(name));
    }

    void put(Entry added) {
      remove(added.name());
      int at = 0;
      while (at < entries.size() && entries.get(at).sortKey().compareTo(added.sortKey()) < 0) {
        at++;
      }
      entries.add(at, added);
    }

    byte[] format() {
      ByteArrayOutputStream raw = new ByteArrayOutputStream();
      byte[] id = new byte[Constants.OBJECT_ID_LENGTH];
      for (Entry entry : entries) {
        raw.writeBytes((entry.mode() + ' ' + entry.name()).getBytes(StandardCharsets.ISO_8859_1));
        raw.write(0);
        entry.id().copyRawTo(id, 0);
        raw.writeBytes(id);
      }
      return raw.toByteArray();
    }
  }
}
