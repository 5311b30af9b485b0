package org.packhouse.app.storage.objects;

import java.util.concurrent.atomic.AtomicLong;

/** The memory of this process that packs may take which wait for their refs. */
final class HeldMemory {

  private final long most;
  private final AtomicLong taken = new AtomicLong();

  /**
   * Makes it.
   *
   * @param most bytes of all packs together
   */
  HeldMemory(long most) {
    this.most = most;
  }

  /** Takes so many bytes, to be given back; false if fewer are left. */
  boolean take(long bytes) {
    if (taken.addAndGet(bytes) <= most) {
      return true;
    }
    taken.addAndGet(-bytes);
    return false;
  }

  void giveBack(long bytes) {
    taken.addAndGet(-bytes);
  }
}
