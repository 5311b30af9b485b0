package org.packhouse.app.source.browse.lastchange;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a tree, by index and by name. Keeps the raw tree and offsets into it: a walk reads
 * several trees for each commit, and one object for each entry would make garbage collection take
 * half as long as the walk itself.
 */
final class TreeContents {

  private static final int ID_LENGTH = Constants.OBJECT_ID_LENGTH;

  /** Random factor of the hash: names cannot be crafted to collide. */
  private static final int FACTOR = new SecureRandom().nextInt() | 1;

  private final byte[] raw;

  /** Offsets of name, id, and end of name, and the mode of each entry. */
  private final int[] names;

  private final int[] ids;
  private final int[] modes;

  /** For each entry the number of directories before it. */
  private final int[] directories;

  /** Hash table of entries counted from 1; 0: an empty slot. */
  private final int[] table;

  private TreeContents(byte[] raw, int[] names, int[] ids, int[] modes) {
    this.raw = raw;
    this.names = names;
    this.ids = ids;
    this.modes = modes;
    this.directories = new int[names.length];
    this.table = new int[Integer.highestOneBit(Math.max(1, names.length)) * 4];
    int before = 0;
    for (int i = 0; i < names.length; i++) {
      directories[i] = before;
      before += isDirectory(i) ? 1 : 0;
      int slot = slot(hash(raw, names[i], ids[i] - 1));
      while (table[slot] != 0) {
        slot = (slot + 1) & (table.length - 1);
      }
      table[slot] = i + 1;
    }
  }

  private boolean isDirectory(int index) {
    return FileMode.TREE.equals(modes[index]);
  }

  private int slot(int hash) {
    return (hash ^ (hash >>> 16)) & (table.length - 1);
  }

  private static int hash(byte[] bytes, int from, int to) {
    int hash = 1;
    for (int i = from; i < to; i++) {
      hash = FACTOR * hash + bytes[i];
    }
    return hash;
  }

  static final class Name {
    private final byte[] bytes;
    private final int hash;

    Name(byte[] bytes) {
      this(bytes, 0, bytes.length);
    }

    private Name(byte[] bytes, int from, int to) {
      this.bytes = Arrays.copyOfRange(bytes, from, to);
      this.hash = hash(this.bytes, 0, this.bytes.length);
    }

    byte[] bytes() {
      return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Name name && name.hash == hash && Arrays.equals(bytes, name.bytes);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  static final class Entry {
    private final TreeContents contents;
    private final int index;
    private final Name name;

    private Entry(TreeContents contents, int index, Name name) {
      this.contents = contents;
      this.index = index;
      this.name = name;
    }

    Name name() {
      return name;
    }

    ObjectId id() {
      return ObjectId.fromRaw(contents.raw, contents.ids[index]);
    }

    int index() {
      return index;
    }

    /** Returns the index among the directories; -1 if the entry is none. */
    int directory() {
      return isDirectory() ? contents.directories[index] : -1;
    }

    boolean isDirectory() {
      return contents.isDirectory(index);
    }

    /** Returns whether the other entry has the same name, mode and id. */
    boolean isSameAs(@Nullable Entry other) {
      if (other == null || other.contents.modes[other.index] != contents.modes[index]) {
        return false;
      }
      int id = contents.ids[index];
      int otherId = other.contents.ids[other.index];
      return Arrays.equals(
          contents.raw, id, id + ID_LENGTH, other.contents.raw, otherId, otherId + ID_LENGTH);
    }
  }

  int size() {
    return names.length;
  }

  List<Entry> entries() {
    return new Entries();
  }

  private final class Entries extends AbstractList<Entry> implements RandomAccess {
    @Override
    public Entry get(int index) {
      return new Entry(TreeContents.this, index, new Name(raw, names[index], ids[index] - 1));
    }

    @Override
    public int size() {
      return names.length;
    }
  }

  @Nullable Entry find(Name name) {
    int slot = slot(name.hash);
    for (int found = table[slot]; found != 0; found = table[slot]) {
      int index = found - 1;
      if (Arrays.equals(raw, names[index], ids[index] - 1, name.bytes, 0, name.bytes.length)) {
        return new Entry(this, index, name);
      }
      slot = (slot + 1) & (table.length - 1);
    }
    return null;
  }

  static TreeContents read(ObjectReader reader, AnyObjectId tree) throws IOException {
    byte[] raw = reader.open(tree, Constants.OBJ_TREE).getCachedBytes();
    CanonicalTreeParser parser = new CanonicalTreeParser();
    parser.reset(raw);
    int[] names = new int[16];
    int[] ids = new int[16];
    int[] modes = new int[16];
    int count = 0;
    for (; !parser.eof(); parser.next()) {
      if (count == names.length) {
        names = Arrays.copyOf(names, 2 * count);
        ids = Arrays.copyOf(ids, 2 * count);
        modes = Arrays.copyOf(modes, 2 * count);
      }
      // The name ends with a NUL.
      ids[count] = parser.idOffset();
      names[count] = parser.idOffset() - 1 - parser.getNameLength();
      modes[count] = parser.getEntryRawMode();
      count++;
    }
    return new TreeContents(
        raw, Arrays.copyOf(names, count), Arrays.copyOf(ids, count), Arrays.copyOf(modes, count));
  }

  /** Reads trees; caches the latest ones, most of which the next commit has too. */
  static final class Reader {

    private static final int MAX_ENTRIES = 200_000;

    private final ObjectReader reader;
    private final LinkedHashMap<ObjectId, TreeContents> latest =
        new LinkedHashMap<>(64, 0.75f, true);
    private int held;

    Reader(ObjectReader reader) {
      this.reader = reader;
    }

    TreeContents read(ObjectId tree) throws IOException {
      TreeContents known = latest.get(tree);
      if (known != null) {
        return known;
      }
      TreeContents contents = TreeContents.read(reader, tree);
      latest.put(tree, contents);
      held += contents.size() + 1;
      var oldest = latest.entrySet().iterator();
      while (held > MAX_ENTRIES && latest.size() > 1) {
        held -= Objects.requireNonNull(oldest.next()).getValue().size() + 1;
        oldest.remove();
      }
      return contents;
    }
  }
}
