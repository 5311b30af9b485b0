package org.packhouse.app.platform.database;

import org.jspecify.annotations.Nullable;

/**
 * Work of a thread that another thread may interrupt, but never while it holds a connection to the
 * database: an interrupt closes the socket that a virtual thread reads or writes, and with it a
 * connection of the pool. Such an interrupt is kept until the connection is given back.
 *
 * <p>Work for which nobody waits any more can be called off: it leaves the line for the database at
 * once and gets no connection again. What it does with one that it has, it does to the end.
 */
public final class InterruptibleWork {

  private static final ScopedValue<InterruptibleWork> CURRENT = ScopedValue.newInstance();

  private @Nullable Thread thread;
  private int connections;
  private boolean deferred;
  private boolean inLine;
  private boolean calledOff;
  private volatile String origin = "";

  /** Work that may throw. */
  @FunctionalInterface
  public interface Task<E extends Exception> {
    /** Does it. */
    void run() throws E;
  }

  /** Does the work in this thread, which {@link #interrupt} reaches until it ends. */
  public <E extends Exception> void run(Task<E> task) throws E {
    begin();
    try {
      ScopedValue.where(CURRENT, this)
          .<@Nullable Void, E>call(() -> {
            task.run();
            return null;
          });
    } finally {
      end();
    }
  }

  private synchronized void begin() {
    thread = Thread.currentThread();
    deliver();
  }

  private synchronized void end() {
    thread = null;
  }

  /** Interrupts the thread: at once, when it has left the database, or when it begins. */
  public synchronized void interrupt() {
    Thread working = thread;
    if (connections > 0 || working == null) {
      deferred = true;
    } else {
      working.interrupt();
    }
  }

  /**
   * Says for whom it is done: the network of a client. Lines serve one origin after the other. Work
   * of the server itself has none.
   */
  public void origin(String name) {
    origin = name;
  }

  String origin() {
    return origin;
  }

  /** Nobody waits any more for what it is done for. */
  public synchronized void callOff() {
    calledOff = true;
    if (inLine && thread != null) {
      thread.interrupt();
    }
  }

  /** The thread will wait for its turn; false: it need not, as the work was called off. */
  public synchronized boolean enterLine() {
    inLine = !calledOff;
    return inLine;
  }

  /** The thread waits no more. Says whether the work was called off. */
  public synchronized boolean leaveLine() {
    inLine = false;
    if (calledOff) {
      // That it was woken for this; other interrupts are deferred as long as it is here.
      Thread.interrupted();
    }
    return calledOff;
  }

  private synchronized void deliver() {
    if (deferred) {
      deferred = false;
      Thread.currentThread().interrupt();
    }
  }

  /** The work of this thread; work of its own if none was begun, which nobody else interrupts. */
  static InterruptibleWork current() {
    return CURRENT.isBound() ? CURRENT.get() : new InterruptibleWork();
  }

  /** This thread turns to the database. An interrupt that it was sent before waits as well. */
  synchronized void enterDatabase() {
    connections++;
    if (Thread.interrupted()) {
      deferred = true;
    }
  }

  /** The thread has given a connection back. */
  synchronized void leaveDatabase() {
    connections--;
    if (connections == 0) {
      deliver();
    }
  }
}
