package org.packhouse.scmcache.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel.MapMode;

/**
 * A file in memory, as the kernel has it. It goes when nobody holds it any more: until then what
 * was removed would still take room on the disk.
 */
final class Mapping {

  private final Arena arena;
  private final MemorySegment bytes;
  private int holders = 1;

  private Mapping(Arena arena, MemorySegment bytes) {
    this.arena = arena;
    this.bytes = bytes;
  }

  /**
   * Maps the beginning of a file, for whoever calls to hold.
   *
   * @throws IOException if it cannot be mapped
   */
  static Mapping of(RandomAccessFile file, long length) throws IOException {
    Arena arena = Arena.ofShared();
    try {
      return new Mapping(arena, file.getChannel().map(MapMode.READ_ONLY, 0, length, arena));
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  /** One more who holds it, unless it is gone. */
  synchronized boolean hold() {
    if (holders == 0) {
      return false;
    }
    holders++;
    return true;
  }

  /** One less. */
  synchronized void release() {
    holders--;
    if (holders == 0) {
      arena.close();
    }
  }

  long length() {
    return bytes.byteSize();
  }

  /** Whether most likely no byte has to come from the disk. */
  boolean isInMemory() {
    return bytes.isLoaded();
  }

  /** Some of the bytes, for who holds it. */
  ByteBuffer bytes(long position, long length) {
    return bytes.asSlice(position, length).asByteBuffer();
  }
}
