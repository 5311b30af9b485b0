package org.packhouse.scmcache.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel.MapMode;

/** A memory-mapped file, unmapped by its last holder, because a mapping occupies the disk. */
final class Mapping {

  private final Arena arena;
  private final MemorySegment bytes;
  private int holders = 1;

  private Mapping(Arena arena, MemorySegment bytes) {
    this.arena = arena;
    this.bytes = bytes;
  }

  /** Maps the beginning of a file, held by the caller. */
  static Mapping of(RandomAccessFile file, long length) throws IOException {
    Arena arena = Arena.ofShared();
    try {
      return new Mapping(arena, file.getChannel().map(MapMode.READ_ONLY, 0, length, arena));
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  /** Returns false if it is unmapped already. */
  synchronized boolean hold() {
    if (holders == 0) {
      return false;
    }
    holders++;
    return true;
  }

  synchronized void release() {
    holders--;
    if (holders == 0) {
      arena.close();
    }
  }

  long length() {
    return bytes.byteSize();
  }

  /** Returns whether reading probably needs no disk access. */
  boolean isInMemory() {
    return bytes.isLoaded();
  }

  /** Returns bytes, valid while held. */
  ByteBuffer bytes(long position, long length) {
    return bytes.asSlice(position, length).asByteBuffer();
  }
}
