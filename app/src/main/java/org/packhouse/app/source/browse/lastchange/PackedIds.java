package org.packhouse.app.source.browse.lastchange;

import java.util.List;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** An immutable list of commit ids, 20 bytes each; zeros stand for an unknown commit. */
final class PackedIds {

  private static final int LENGTH = Constants.OBJECT_ID_LENGTH;

  private final byte[] bytes;

  private PackedIds(byte[] bytes) {
    this.bytes = bytes;
  }

  static PackedIds of(byte[] bytes) {
    if (bytes.length % LENGTH != 0) {
      throw new IllegalArgumentException(bytes.length + " bytes are no list of ids");
    }
    return new PackedIds(bytes.clone());
  }

  static PackedIds of(List<? extends @Nullable ObjectId> ids) {
    byte[] bytes = new byte[ids.size() * LENGTH];
    for (int i = 0; i < ids.size(); i++) {
      ObjectId id = ids.get(i);
      if (id != null) {
        id.copyRawTo(bytes, i * LENGTH);
      }
    }
    return new PackedIds(bytes);
  }

  int size() {
    return bytes.length / LENGTH;
  }

  ObjectId get(int index) {
    return ObjectId.fromRaw(bytes, index * LENGTH);
  }

  byte[] bytes() {
    return bytes.clone();
  }

  /** Returns null for an unknown commit. */
  @Nullable String name(int index) {
    ObjectId id = get(index);
    return id.equals(ObjectId.zeroId()) ? null : id.name();
  }
}
