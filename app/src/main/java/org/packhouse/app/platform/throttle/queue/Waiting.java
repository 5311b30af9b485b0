package org.packhouse.app.platform.throttle.queue;

import java.io.IOException;
import org.springframework.modulith.NamedInterface;

/**
 * Listener to the wait for a ticket, called by the waiting thread: after two seconds, every second
 * from then on, and when the ticket was granted. Hears nothing of a shorter wait.
 */
@NamedInterface("waiting")
public interface Waiting {

  Waiting UNHEARD =
      new Waiting() {
        @Override
        public void ahead(int count) {
          // Ignored.
        }

        @Override
        public void starts() {
          // Ignored.
        }
      };

  /** Tells how many claims are ahead, or throws if the client has gone. */
  void ahead(int count) throws IOException;

  /** Tells that the ticket is granted, after {@link #ahead}, or throws if the client has gone. */
  void starts() throws IOException;
}
