package org.packhouse.app.engine.ssh;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs tasks one after the other, on a virtual thread that lives while there are any. */
final class SerialExecutor implements Executor {

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pending = new AtomicInteger();

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    if (pending.getAndIncrement() == 0) {
      Thread.ofVirtual().name("ssh-connection").start(this::drain);
    }
  }

  /** Returns whether nothing runs or waits; for the one thread that calls {@link #execute}. */
  boolean isIdle() {
    return pending.get() == 0;
  }

  private void drain() {
    do {
      Runnable next = tasks.remove();
      next.run();
    } while (pending.decrementAndGet() > 0);
  }
}
