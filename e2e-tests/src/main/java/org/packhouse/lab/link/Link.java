package org.packhouse.lab.link;

import java.time.Duration;

/**
 * The link between a client and the server.
 *
 * @param bytesPerSecond each way; 0 for as fast as it goes
 * @param roundTrip added to each exchange; zero for none
 */
public record Link(long bytesPerSecond, Duration roundTrip) {

  /** Nothing between them. */
  public static final Link DIRECT = new Link(0, Duration.ZERO);
}
