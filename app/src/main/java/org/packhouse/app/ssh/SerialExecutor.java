package org.packhouse.app.ssh;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs tasks one after the other, on a virtual thread that lives while there are any. */
final class SerialExecutor implements Executor {

  private static final ThreadFactory THREADS =
      Thread.ofVirtual().name("ssh-connection-", 0).factory();

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pending = new AtomicInteger();

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    if (pending.getAndIncrement() == 0) {
      THREADS.newThread(this::drain).start();
    }
  }

  private void drain() {
    do {
      Runnable next = tasks.remove();
      next.run();
    } while (pending.decrementAndGet() > 0);
  }
}
