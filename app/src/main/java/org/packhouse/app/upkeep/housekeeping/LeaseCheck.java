package org.packhouse.app.upkeep.housekeeping;

import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.Leases.Lease;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Checks that a process which stores what it has done under a lease has it still. It may have stood
 * still, or another node may have taken it for dead, and somebody else is at it.
 */
@Component
class LeaseCheck {

  private final JdbcOperations sql;

  LeaseCheck(JdbcOperations sql) {
    this.sql = sql;
  }

  /**
   * Stores what was done under a lease, in one transaction.
   *
   * @throws LostLeaseException if it is another's; nothing is stored then
   */
  @Transactional
  public void store(Lease lease, Runnable rows) {
    requireHeld(lease);
    rows.run();
  }

  /**
   * Keeps the lease until the transaction that stores has ended.
   *
   * @param lease null: the work was done under none
   * @throws LostLeaseException if it is another's; the transaction is to be rolled back
   */
  @Transactional(propagation = Propagation.MANDATORY)
  public void requireHeld(@Nullable Lease lease) {
    if (lease != null
        && !Boolean.TRUE.equals(sql.execute((ConnectionCallback<Boolean>) lease::isHeldIn))) {
      throw new LostLeaseException();
    }
  }
}
