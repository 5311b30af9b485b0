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

  private static final BlockingQueue<PacketRoom> KEPT =
      new ArrayBlockingQueue<>(2 * Runtime.getRuntime().availableProcessors());

  private final byte[] packets = new byte[MAX_DATA + OVERHEAD];
  private final ByteBuffer file = ByteBuffer.allocateDirect(MAX_DATA);

  private PacketRoom() {}

  static PacketRoom borrow() {
    PacketRoom kept = KEPT.poll();
    return kept == null ? new PacketRoom() : kept;
  }

  void giveBack() {
    boolean _ = KEPT.offer(this);
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
