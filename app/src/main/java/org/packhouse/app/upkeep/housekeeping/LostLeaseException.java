package org.packhouse.app.upkeep.housekeeping;

/** Signals that the lease was lost during the work, so that its results are void. */
final class LostLeaseException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  LostLeaseException() {
    super("The lease was lost to another process");
  }
}
