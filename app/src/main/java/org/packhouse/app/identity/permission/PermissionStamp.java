package org.packhouse.app.identity.permission;

import org.packhouse.app.identity.user.GrantsChanged;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The counter that voids whatever any node remembers about access. It rises in the transaction of
 * each change of a grant, a membership, a public flag, or a resource's place in the hierarchy.
 */
@Component
public class PermissionStamp {

  private static final ScopedValue<Long> READ = ScopedValue.newInstance();

  private final JdbcClient jdbc;

  PermissionStamp(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Raises it; the caller's transaction must be open. */
  @Transactional(propagation = Propagation.MANDATORY)
  public void raise() {
    jdbc.sql("update permission_stamp set stamp = stamp + 1").update();
  }

  /** The counter as committed now; 0 is never a value of it. */
  @Transactional(readOnly = true)
  public long current() {
    return jdbc.sql("select stamp from permission_stamp").query(Long.class).single();
  }

  /**
   * Does something for a request that has read the counter with who asks, and goes by that.
   *
   * @param stamp as it was read
   */
  public static <T, X extends Throwable> T during(long stamp, ScopedValue.CallableOp<T, X> work)
      throws X {
    return ScopedValue.where(READ, stamp).call(work);
  }

  /** The counter that the present request goes by, or as committed now if it has read none. */
  public long inUse() {
    return READ.isBound() ? READ.get() : current();
  }

  @EventListener
  void on(GrantsChanged event) {
    jdbc.sql("update permission_stamp set stamp = stamp + 1").update();
  }
}
