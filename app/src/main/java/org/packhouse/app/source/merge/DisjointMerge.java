package org.packhouse.app.source.merge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.TreeFormatter;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.filter.RevFilter;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.jspecify.annotations.Nullable;
import org.packhouse.hooks.HistoryTooWideException;
import org.packhouse.hooks.HistoryWalk;

/**
 * A merge in process of two trees that have changed no path both and removed none: the changes of
 * both together, which is what git makes of them. A removed path may be one that was renamed, whose
 * changes git carries over to the new name, so git is asked then, as it is for everything that is
 * large.
 */
final class DisjointMerge {

  /** Commits that the search of a merge base may read. */
  private static final int MAX_COMMITS = 20_000;

  private static final int MAX_TREES = 2_000;
  private static final int MAX_TREE_BYTES = 1 << 19;
  private static final int MAX_DEPTH = 100;

  private final ObjectReader reader;
  private final ObjectInserter inserter;
  private final List<TreeFormatter> made = new ArrayList<>();
  private int trees;

  private DisjointMerge(ObjectReader reader, ObjectInserter inserter) {
    this.reader = reader;
    this.inserter = inserter;
  }

  /** An entry of a tree, whose mode is one that git writes. */
  private record Entry(int mode, ObjectId id) {

    boolean isTree() {
      return FileMode.TREE.equals(mode);
    }

    boolean isFile() {
      return FileMode.REGULAR_FILE.equals(mode) || FileMode.EXECUTABLE_FILE.equals(mode);
    }

    /** Returns whether git takes the one for a change of the other, and not for a replacement. */
    boolean isOfOneKind(Entry other) {
      return mode == other.mode || (isFile() && other.isFile());
    }
  }

  /** Tells that git has to be asked. */
  private static final class UndecidedException extends Exception {
    private static final long serialVersionUID = 1;

    UndecidedException() {
      super(null, null, false, false);
    }
  }

  /** Returns the merged tree of commits with one merge base; empty: git has to be asked. */
  static Optional<ObjectId> ofCommits(Repository repository, ObjectId ours, ObjectId theirs)
      throws IOException {
    try (HistoryWalk walk = new HistoryWalk(repository, MAX_COMMITS) {}) {
      RevCommit one = walk.parseCommit(ours);
      RevCommit other = walk.parseCommit(theirs);
      walk.setRevFilter(RevFilter.MERGE_BASE);
      walk.markStart(one);
      walk.markStart(other);
      RevCommit base = walk.next();
      if (base == null || walk.next() != null) {
        return Optional.empty();
      }
      return ofTrees(repository, base.getTree(), one.getTree(), other.getTree());
    } catch (HistoryTooWideException e) {
      return Optional.empty();
    }
  }

  /** Returns the merged tree, whose new objects are loose; empty: git has to be asked. */
  static Optional<ObjectId> ofTrees(
      Repository repository, ObjectId base, ObjectId ours, ObjectId theirs) throws IOException {
    if (base.equals(ours) || base.equals(theirs)) {
      return Optional.of(base.equals(ours) ? theirs : ours);
    }
    try (ObjectInserter inserter = repository.newObjectInserter();
        ObjectReader reader = inserter.newReader()) {
      DisjointMerge merge = new DisjointMerge(reader, inserter);
      ObjectId merged = merge.tree(base, ours, theirs, 0);
      // Only now: nothing is left of a merge that is not made.
      for (TreeFormatter tree : merge.made) {
        inserter.insert(tree);
      }
      inserter.flush();
      return Optional.of(merged);
    } catch (UndecidedException | CorruptObjectException e) {
      return Optional.empty();
    }
  }

  private ObjectId tree(@Nullable ObjectId base, ObjectId ours, ObjectId theirs, int depth)
      throws IOException, UndecidedException {
    Map<String, Entry> before = base == null ? Map.of() : entries(base, depth);
    Map<String, Entry> one = entries(ours, depth);
    Map<String, Entry> other = entries(theirs, depth);
    Map<String, Entry> merged = new TreeMap<>(one);
    merged.putAll(other);
    if (!merged.keySet().containsAll(before.keySet())) {
      throw new UndecidedException();
    }
    for (Map.Entry<String, Entry> each : merged.entrySet()) {
      String name = each.getKey();
      each.setValue(entry(before.get(name), one.get(name), other.get(name), depth));
    }
    if (merged.equals(one)) {
      return ours;
    }
    return merged.equals(other) ? theirs : write(merged);
  }

  private Entry entry(@Nullable Entry base, @Nullable Entry ours, @Nullable Entry theirs, int depth)
      throws IOException, UndecidedException {
    if (ours == null || theirs == null) {
      Entry added = ours == null ? theirs : ours;
      // In the base too: a side has removed it.
      if (base != null || added == null) {
        throw new UndecidedException();
      }
      return added;
    }
    if (base != null && !(base.isOfOneKind(ours) && base.isOfOneKind(theirs))) {
      throw new UndecidedException();
    }
    if (ours.isTree() && theirs.isTree()) {
      if (base == null ? ours.equals(theirs) : base.equals(ours) && base.equals(theirs)) {
        return ours;
      }
      // Also if one side has changed it alone: it may have removed something in it.
      ObjectId before = base == null ? null : base.id();
      return new Entry(ours.mode(), tree(before, ours.id(), theirs.id(), depth + 1));
    }
    if (ours.equals(theirs) || theirs.equals(base)) {
      return ours;
    }
    if (ours.equals(base)) {
      return theirs;
    }
    throw new UndecidedException();
  }

  /** Reads the entries of a tree by name; names are decoded as ISO 8859-1, which loses no byte. */
  private Map<String, Entry> entries(ObjectId tree, int depth)
      throws IOException, UndecidedException {
    ObjectLoader loader = reader.open(tree, Constants.OBJ_TREE);
    if (++trees > MAX_TREES || depth > MAX_DEPTH || loader.getSize() > MAX_TREE_BYTES) {
      throw new UndecidedException();
    }
    Map<String, Entry> entries = new TreeMap<>();
    CanonicalTreeParser parser = new CanonicalTreeParser();
    for (parser.reset(loader.getCachedBytes()); !parser.eof(); parser.next(1)) {
      int mode = parser.getEntryRawMode();
      byte[] name = new byte[parser.getNameLength()];
      parser.getName(name, 0);
      boolean isAsGitWrites = FileMode.fromBits(mode).getBits() == mode;
      Entry entry = new Entry(mode, parser.getEntryObjectId());
      if (!isAsGitWrites || entries.put(new String(name, ISO_8859_1), entry) != null) {
        throw new UndecidedException();
      }
    }
    return entries;
  }

  private ObjectId write(Map<String, Entry> entries) throws IOException {
    TreeMap<String, Map.Entry<String, Entry>> sorted = new TreeMap<>();
    for (Map.Entry<String, Entry> each : entries.entrySet()) {
      sorted.put(each.getKey() + (each.getValue().isTree() ? "/" : ""), each);
    }
    TreeFormatter tree = new TreeFormatter();
    for (Map.Entry<String, Entry> each : sorted.values()) {
      byte[] name = each.getKey().getBytes(ISO_8859_1);
      Entry entry = each.getValue();
      tree.append(name, 0, name.length, FileMode.fromBits(entry.mode()), entry.id());
    }
    made.add(tree);
    return tree.computeId(inserter);
  }
}
