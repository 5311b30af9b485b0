package org.packhouse.lab.operation;

/**
 * The bytes that one operation moved over the wire.
 *
 * @param bytesRead by the client, in bytes
 * @param bytesWritten by the client, in bytes
 * @param verifyingNanos what the lab itself took to make the pack of a push, and real git to verify
 *     a sampled answer after its last byte, in nanoseconds; it counts to no response time
 * @param retries how often a push came too late for its branch and was made again
 * @param foreignProcessorNanos processor time of the server for what had to come before the
 *     operation, in nanoseconds, if the turn's {@link ServerProcessor} told it
 */
public record Done(
    long bytesRead,
    long bytesWritten,
    long verifyingNanos,
    int retries,
    long foreignProcessorNanos) {

  /** One before which nothing had to come. */
  public Done(long bytesRead, long bytesWritten, long verifyingNanos, int retries) {
    this(bytesRead, bytesWritten, verifyingNanos, retries, 0);
  }

  /** One that was done at the first try. */
  public Done(long bytesRead, long bytesWritten, long verifyingNanos) {
    this(bytesRead, bytesWritten, verifyingNanos, 0);
  }

  /** One that real git did not verify. */
  public Done(long bytesRead, long bytesWritten) {
    this(bytesRead, bytesWritten, 0);
  }
}
