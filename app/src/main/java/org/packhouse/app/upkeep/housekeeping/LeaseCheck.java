package org.packhouse.app.upkeep.housekeeping;

import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.Leases.Lease;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Stores results only under the lease of the work: another process may have it by now. */
@Component
class LeaseCheck {

  private final JdbcOperations sql;

  LeaseCheck(JdbcOperations sql) {
    this.sql = sql;
  }

  /** Stores all rows or, with {@link LostLeaseException}, none. */
  @Transactional
  public void store(Lease lease, Runnable rows) {
    requireHeld(lease);
    rows.run();
  }

  /**
   * Throws a {@link LostLeaseException}, which rolls the transaction back, if the lease is lost;
   * otherwise keeps other nodes from acquiring the lease until the transaction ends. Does nothing
   * without a lease.
   */
  @Transactional(propagation = Propagation.MANDATORY)
  public void requireHeld(@Nullable Lease lease) {
    if (lease != null
        && !Boolean.TRUE.equals(sql.execute((ConnectionCallback<Boolean>) lease::isHeldIn))) {
      throw new LostLeaseException();
    }
  }
}
