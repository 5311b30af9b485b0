package org.packhouse.scmcache.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.packhouse.scmcache.PartListener;

/**
 * Passes on the bytes of a part once, though they may have to be read again from the first. Bytes
 * at which the listener failed, or the disk while it read them from there, it may have taken or
 * not: nothing is passed on after them.
 */
final class HeardOnce implements PartListener {

  private final PartListener listener;
  private long passed;
  private long at;
  private boolean failed;

  HeardOnce(PartListener listener) {
    this.listener = listener;
  }

  /** What comes now begins with the first byte again. */
  void again() {
    at = 0;
  }

  @Override
  public void hear(ByteBuffer bytes) throws IOException {
    if (failed) {
      throw new IOException("The bytes of a part were not heard to their end");
    }
    int length = bytes.remaining();
    int known = Math.clamp(passed - at, 0, length);
    if (known < length) {
      bytes.position(bytes.position() + known);
      failed = true;
      listener.hear(bytes);
      failed = false;
    }
    at += length;
    passed = Math.max(passed, at);
  }
}
