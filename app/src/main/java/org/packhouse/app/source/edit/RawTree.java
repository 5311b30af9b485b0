package org.packhouse.app.source.edit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;

/**
 * The entries of a tree as Git stores them, so that what is not changed keeps every byte, odd modes
 * of old programs too.
 */
final class RawTree {

  static final String DIRECTORY = "40000";

  private final List<Entry> entries = new ArrayList<>();

  /**
   * An entry.
   *
   * @param mode octal digits
   * @param name each byte a character
   */
  record Entry(String mode, String name, ObjectId id) {

    boolean isDirectory() {
      return mode.equals(DIRECTORY) || mode.equals("0" + DIRECTORY);
    }

    /** Git sorts as if a directory's name ended in a slash. */
    String sortKey() {
      return name + (isDirectory() ? '/' : '\0');
    }
  }

  /** Reads the bytes of a tree. */
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

  /** Puts an entry where Git's order has it, in place of one of that name. */
  void put(Entry added) {
    remove(added.name());
    int at = 0;
    while (at < entries.size() && entries.get(at).sortKey().compareTo(added.sortKey()) < 0) {
      at++;
    }
    entries.add(at, added);
  }

  /** The bytes of the tree. */
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
