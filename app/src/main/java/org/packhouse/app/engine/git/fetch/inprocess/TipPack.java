package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import java.nio.file.Path;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** A pack of exactly the trees and files of one commit. */
final class TipPack {

  private final ObjectId commit;
  private final ObjectId tree;
  private final @Nullable String ref;
  private final Pack pack;
  private final long objects;
  private volatile ObjectId reachedFrom;

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

  /** Returns a ref that pointed to the commit, and may still reach it; null: none did. */
  @Nullable String ref() {
    return ref;
  }

  Pack pack() {
    return pack;
  }

  /** Returns the pack's file; the index lies beside it. */
  Path file() {
    return pack.getPackFile().toPath();
  }

  long objects() {
    return objects;
  }

  long size() {
    return pack.getPackFile().length();
  }

  /** Bytes of its index, which is in the heap while it is in use. */
  long indexSize() {
    return index(file()).toFile().length();
  }

  static Path index(Path pack) {
    String name = pack.getFileName().toString();
    return pack.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".idx");
  }

  boolean has(AnyObjectId id) throws IOException {
    return pack.hasObject(id);
  }

  /** Returns the latest known descendant of the commit; at first the commit itself. */
  ObjectId reachedFrom() {
    return reachedFrom;
  }

  void reachedFrom(ObjectId descendant) {
    reachedFrom = descendant;
  }
}
