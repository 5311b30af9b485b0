package org.packhouse.cluster;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Keeps two nodes from doing the same expensive work at once. A lease that was not renewed in time,
 * or whose holder's session has ended, goes to whoever asks next, so its holder must ask {@link
 * Lease#isHeldIn} in the transaction that stores its results. Never used in a request that a person
 * waits for.
 */
public interface Leases {

  /**
   * Takes a lease, if nobody holds it.
   *
   * @param duration how long it lasts unless it is renewed
   * @throws UnknownException if where leases are kept cannot be reached
   */
  Optional<Lease> acquire(String name, Duration duration);

  /**
   * Ends every lease of a member that is dead: whoever asks next gets it, however long it was to
   * last. A member that only seemed dead finds that it has lost them.
   *
   * @param holder the member's id
   * @throws UnknownException if where leases are kept cannot be reached
   */
  void endAllOf(UUID holder);

  /** Nobody can say now whether a lease is held. */
  final class UnknownException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one with the reason. */
    public UnknownException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** A lease that this node holds. */
  interface Lease extends AutoCloseable {

    /** Grows with every time that the lease of this name is given out. */
    long counter();

    /**
     * Makes it last for another while.
     *
     * @return false if it has been lost
     * @throws UnknownException if where leases are kept cannot be reached
     */
    boolean renew(Duration duration);

    /**
     * Whether it has not been lost. Nobody else gets it before that transaction has ended.
     *
     * @throws SQLException if where leases are kept cannot be reached
     */
    boolean isHeldIn(Connection transaction) throws SQLException;

    /**
     * Gives it back; nothing happens if it has been lost.
     *
     * @throws UnknownException if where leases are kept cannot be reached; it runs out then
     */
    @Override
    void close();
  }
}
