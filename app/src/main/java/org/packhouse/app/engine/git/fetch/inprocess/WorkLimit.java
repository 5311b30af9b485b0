package org.packhouse.app.engine.git.fetch.inprocess;

import org.eclipse.jgit.lib.EmptyProgressMonitor;

/** Counts the work of a response, and aborts when it is too much or nobody wants the response. */
final class WorkLimit extends EmptyProgressMonitor {

  private final int most;
  private long done;

  WorkLimit(int most) {
    this.most = most;
  }

  /** Returns a fresh limit of the same size. */
  WorkLimit ofItsOwn() {
    return new WorkLimit(most);
  }

  /** The response is one for native git. */
  static class TooMuchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooMuchException(String what) {
      super(what, null, false, false);
    }
  }

  /** Packs have changed since they were listed. */
  static final class OutdatedPacksException extends TooMuchException {
    private static final long serialVersionUID = 1L;

    OutdatedPacksException(String what) {
      super(what);
    }
  }

  @Override
  public void update(int completed) {
    done += completed;
    if (done > most) {
      throw new TooMuchException("more than " + most + " objects one by one");
    }
  }

  @Override
  public boolean isCancelled() {
    return Thread.currentThread().isInterrupted();
  }
}
