package org.packhouse.cluster;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Leases that keep two nodes from doing the same expensive work. One that is not renewed, or whose
 * holder's session has ended, may be acquired by another node, so holders check {@link
 * Lease#isHeldIn} in the transaction that stores results. Never for work that a user waits for.
 */
public interface Leases {

  /**
   * Acquires a free lease.
   *
   * @throws UnknownException if the store cannot be reached
   */
  Optional<Lease> acquire(String name, Duration duration);

  /** Ends all leases of a dead member, which finds them lost if it lives. */
  void endAllOf(UUID holder);

  /** It is unknown whether a lease is held. */
  final class UnknownException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnknownException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  interface Lease extends AutoCloseable {

    /** Increases each time the lease is granted. */
    long counter();

    /**
     * Returns false if the lease is lost.
     *
     * @throws UnknownException if the store cannot be reached
     */
    boolean renew(Duration duration);

    /** Returns whether the lease is held, and keeps it from others until the transaction ends. */
    boolean isHeldIn(Connection transaction) throws SQLException;

    /** Releases the lease unless lost; without the store it expires. */
    @Override
    void close();
  }
}
