package org.packhouse.app.identity.permission;

import org.packhouse.app.identity.user.GrantsChanged;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The counter that voids remembered grants and places on every node: each change of a grant, a
 * membership, a public flag or a place raises it in its transaction.
 */
@Component
public class PermissionStamp {

  private static final ScopedValue<Long> READ = ScopedValue.newInstance();

  private final JdbcClient jdbc;

  PermissionStamp(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Transactional(propagation = Propagation.MANDATORY)
  public void raise() {
    jdbc.sql("update permission_stamp set stamp = stamp + 1").update();
  }

  /** Returns the committed counter, which is never 0. */
  @Transactional(readOnly = true)
  public long current() {
    return jdbc.sql("select stamp from permission_stamp").query(Long.class).single();
  }

  /** Runs the work of a request under the stamp that its authentication has read. */
  public static <T, X extends Throwable> T during(long stamp, ScopedValue.CallableOp<T, X> work)
      throws X {
    return ScopedValue.where(READ, stamp).call(work);
  }

  /** Returns the stamp of the present request, or the committed one outside of requests. */
  public long inUse() {
    return READ.isBound() ? READ.get() : current();
  }

  @EventListener
  void on(GrantsChanged event) {
    jdbc.sql("update permission_stamp set stamp = stamp + 1").update();
  }
}
