package org.packhouse.app.source.edit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;

/** The entries of a tree; unchanged ones keep every byte, and odd modes of old tools. */
final class RawTree {

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
