package org.packhouse.app.source.browse.lastchange;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.jspecify.annotations.Nullable;

/** The entries of a tree, in its order and by name. */
final class TreeContents {

  private final List<Entry> entries;
  private final Map<Name, Entry> byName;

  private TreeContents(List<Entry> entries) {
    this.entries = entries;
    this.byName = HashMap.newHashMap(entries.size());
    entries.forEach(entry -> byName.put(entry.name(), entry));
  }

  /** A name, which is bytes and no text. */
  static final class Name {
    private final byte[] bytes;
    private final int hash;

    Name(byte[] bytes) {
      this.bytes = bytes.clone();
      this.hash = java.util.Arrays.hashCode(bytes);
    }

    byte[] bytes() {
      return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Name name
          && name.hash == hash
          && java.util.Arrays.equals(bytes, name.bytes);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /**
   * An entry.
   *
   * @param index where it stands among the entries
   * @param directory where it stands among the directories; -1 if it is none
   */
  record Entry(Name name, int mode, ObjectId id, int index, int directory) {

    boolean isDirectory() {
      return directory >= 0;
    }

    /** Whether the other one is the same thing under the same name. */
    boolean isSameAs(@Nullable Entry other) {
      return other != null && other.mode == mode && other.id.equals(id);
    }
  }

  List<Entry> entries() {
    return entries;
  }

  @Nullable Entry find(Name name) {
    return byName.get(name);
  }

  static TreeContents read(ObjectReader reader, AnyObjectId tree) throws IOException {
    CanonicalTreeParser parser = new CanonicalTreeParser(new byte[0], reader, tree);
    List<Entry> entries = new ArrayList<>();
    int directories = 0;
    for (; !parser.eof(); parser.next()) {
      byte[] name = new byte[parser.getNameLength()];
      parser.getName(name, 0);
      boolean directory = FileMode.TREE.equals(parser.getEntryRawMode());
      entries.add(
          new Entry(
              new Name(name),
              parser.getEntryRawMode(),
              parser.getEntryObjectId(),
              entries.size(),
              directory ? directories++ : -1));
    }
    return new TreeContents(entries);
  }

  /** Reads trees; remembers the latest ones, for the next commit has most of them too. */
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
      held += contents.entries.size() + 1;
      var oldest = latest.entrySet().iterator();
      while (held > MAX_ENTRIES && latest.size() > 1) {
        held -= Objects.requireNonNull(oldest.next()).getValue().entries.size() + 1;
        oldest.remove();
      }
      return contents;
    }
  }
}
