package org.packhouse.app.engine.git.fetch.inprocess;

import org.eclipse.jgit.lib.EmptyProgressMonitor;

/**
 * Counts what a response made in process takes, and breaks off when that is too much or when nobody
 * wants the response any more.
 */
final class WorkLimit extends EmptyProgressMonitor {

  private final int most;
  private long done;

  WorkLimit(int most) {
    this.most = most;
  }

  /** Another one of as much, of which nothing is done yet. */
  WorkLimit ofItsOwn() {
    return new WorkLimit(most);
  }

  /** The response is one for native git. */
  static class TooMuchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** One of which that is too much. */
    TooMuchException(String what) {
      super(what, null, false, false);
    }
  }

  /** The same, unless there are other packs by now than those that were listed. */
  static final class OutdatedPacksException extends TooMuchException {
    private static final long serialVersionUID = 1L;

    /** One because of what the packs are like. */
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
