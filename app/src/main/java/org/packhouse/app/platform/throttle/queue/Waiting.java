package org.packhouse.app.platform.throttle.queue;

import java.io.IOException;
import org.springframework.modulith.NamedInterface;

/**
 * Hears how it goes with a request that waits for a ticket, from the thread that waits: after two
 * seconds, every second from then on, and when the wait has ended well. Of a short wait it hears
 * nothing.
 */
@NamedInterface("waiting")
public interface Waiting {

  /** Hears nothing. */
  Waiting UNHEARD =
      new Waiting() {
        @Override
        public void ahead(int count) {
          // Nobody listens.
        }

        @Override
        public void starts() {
          // Nobody listens.
        }
      };

  /**
   * Hears how many are served before, as things stand.
   *
   * @throws IOException if whoever waits has gone: the request leaves the queue
   */
  void ahead(int count) throws IOException;

  /**
   * Hears that the ticket is there, if {@link #ahead} was called before.
   *
   * @throws IOException if whoever waits has gone: the ticket is given back
   */
  void starts() throws IOException;
}
