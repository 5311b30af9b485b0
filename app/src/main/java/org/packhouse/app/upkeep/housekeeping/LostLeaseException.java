package org.packhouse.app.upkeep.housekeeping;

/** Signals that work was done under a lease that another process has by now: it is void. */
final class LostLeaseException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  LostLeaseException() {
    super("The lease was lost to another process");
  }
}
