package org.packhouse.lab.wire;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Buffers outside the heap, used again and again: making one costs more than reading into it. */
final class Buffers {

  private final Queue<ByteBuffer> free = new ConcurrentLinkedQueue<>();
  private final int size;

  Buffers(int size) {
    this.size = size;
  }

  ByteBuffer take() {
    ByteBuffer buffer = free.poll();
    return buffer == null ? ByteBuffer.allocateDirect(size) : buffer;
  }

  void giveBack(ByteBuffer buffer) {
    free.add(buffer.clear());
  }
}
