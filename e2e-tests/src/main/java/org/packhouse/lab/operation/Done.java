package org.packhouse.lab.operation;

/**
 * What one operation moved over the wire.
 *
 * @param bytesRead by the client, in bytes
 * @param bytesWritten by the client, in bytes
 * @param verifyingNanos what real git took to verify a sampled answer after its last byte, in
 *     nanoseconds; it counts to no response time
 */
public record Done(long bytesRead, long bytesWritten, long verifyingNanos) {

  /** One that real git did not verify. */
  public Done(long bytesRead, long bytesWritten) {
    this(bytesRead, bytesWritten, 0);
  }
}
