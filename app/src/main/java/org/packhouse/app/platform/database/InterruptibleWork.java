package org.packhouse.app.platform.database;

import org.jspecify.annotations.Nullable;

/**
 * Work whose interrupts are deferred while it holds a database connection: an interrupt would close
 * the socket on which a virtual thread blocks, and so a pooled connection.
 *
 * <p>Work that nobody waits for can be called off: it leaves the line for connections and gets none
 * again, but keeps one that it has.
 */
public final class InterruptibleWork {

  private static final ScopedValue<InterruptibleWork> CURRENT = ScopedValue.newInstance();

  private @Nullable Thread thread;
  private int connections;
  private boolean deferred;
  private boolean inLine;
  private boolean calledOff;
  private volatile String origin = "";

  @FunctionalInterface
  public interface Task<E extends Exception> {
    void run() throws E;
  }

  /** Runs a task in this thread, which {@link #interrupt} reaches until it ends. */
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

  /** Interrupts the thread at once, on leaving the database, or when it begins. */
  public synchronized void interrupt() {
    Thread working = thread;
    if (connections > 0 || working == null) {
      deferred = true;
    } else {
      working.interrupt();
    }
  }

  /** Sets the client's network, by which lines alternate; the server itself has none. */
  public void origin(String name) {
    origin = name;
  }

  String origin() {
    return origin;
  }

  public synchronized void callOff() {
    calledOff = true;
    if (inLine && thread != null) {
      thread.interrupt();
    }
  }

  /** Returns false if the work was called off, so that the thread need not wait. */
  public synchronized boolean enterLine() {
    inLine = !calledOff;
    return inLine;
  }

  /** Returns whether the work was called off. */
  public synchronized boolean leaveLine() {
    inLine = false;
    if (calledOff) {
      // Clear the interrupt of calling off; others are deferred while the thread is here.
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

  /** Returns the thread's work, or a new one that nobody else can interrupt. */
  static InterruptibleWork current() {
    return CURRENT.isBound() ? CURRENT.get() : new InterruptibleWork();
  }

  /** Also defers a pending interrupt. */
  synchronized void enterDatabase() {
    connections++;
    if (Thread.interrupted()) {
      deferred = true;
    }
  }

  synchronized void leaveDatabase() {
    connections--;
    if (connections == 0) {
      deliver();
    }
  }
}
