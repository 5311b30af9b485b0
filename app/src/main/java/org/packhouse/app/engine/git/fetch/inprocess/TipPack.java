package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import java.nio.file.Path;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** A pack of all trees and files of one commit, and of nothing else. */
final class TipPack {

  private final ObjectId commit;
  private final ObjectId tree;
  private final @Nullable String ref;
  private final Pack pack;
  private final long objects;
  private volatile ObjectId reachedFrom;

  /**
   * Describes one that lies there.
   *
   * @param tree the commit's
   * @param ref one that pointed to the commit
   * @throws IOException if it cannot be read
   */
  TipPack(ObjectId commit, ObjectId tree, @Nullable String ref, Pack pack) throws IOException {
    this.commit = commit;
    this.tree = tree;
    this.ref = ref;
    this.pack = pack;
    this.objects = pack.getIndex().getObjectCount();
    this.reachedFrom = commit;
  }

  ObjectId commit() {
    return commit;
  }

  ObjectId tree() {
    return tree;
  }

  /** A ref that pointed to the commit, and whose history may have it still; null: none did. */
  @Nullable String ref() {
    return ref;
  }

  Pack pack() {
    return pack;
  }

  /** Its file; the index lies beside it. */
  Path file() {
    return pack.getPackFile().toPath();
  }

  /** How many objects it has. */
  long objects() {
    return objects;
  }

  /** Bytes of the file. */
  long size() {
    return pack.getPackFile().length();
  }

  /** Bytes of its index, which is in the heap while somebody asks. */
  long indexSize() {
    return index(file()).toFile().length();
  }

  /** The index of a pack. */
  static Path index(Path pack) {
    String name = pack.getFileName().toString();
    return pack.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".idx");
  }

  boolean has(AnyObjectId id) throws IOException {
    return pack.hasObject(id);
  }

  /** The latest commit that is known to have the pack's in its history; at first that itself. */
  ObjectId reachedFrom() {
    return reachedFrom;
  }

  /** Remembers such a commit. */
  void reachedFrom(ObjectId descendant) {
    reachedFrom = descendant;
  }
}
