package org.packhouse.app.engine.ssh;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Memory in which packets are made and encrypted. Threads hold it while they compute and not while
 * they wait for a client, so a few serve all connections.
 */
final class PacketRoom {

  /** Bytes of output that are encrypted at once, and leave in one system call. */
  static final int MAX_DATA = 256 << 10;

  /** For the heads, padding and tags of eight packets of OpenSSH's size, and of 64 smaller ones. */
  private static final int OVERHEAD = 8 << 10;

  private final byte[] packets = new byte[MAX_DATA + OVERHEAD];
  private final ByteBuffer file = ByteBuffer.allocateDirect(MAX_DATA);

  private PacketRoom() {}

  /** The rooms that are kept for the next who needs one. */
  static final class Kept {

    private final BlockingQueue<PacketRoom> free =
        new ArrayBlockingQueue<>(2 * Runtime.getRuntime().availableProcessors());

    PacketRoom borrow() {
      PacketRoom kept = free.poll();
      return kept == null ? new PacketRoom() : kept;
    }

    /** Takes a room back, which is lost if enough are kept. */
    void giveBack(PacketRoom room) {
      boolean _ = free.offer(room);
    }
  }

  /** Returns the array for encrypted packets. */
  byte[] packets() {
    return packets;
  }

  /** Returns memory for so many bytes of a file, at most {@link #MAX_DATA}. */
  ByteBuffer file(int length) {
    return file.clear().limit(length);
  }
}
