package org.packhouse.app.platform.throttle.queue;

import java.io.IOException;

/** Hears how somebody gets on who waits. Called in the thread that waits. */
public interface Progress {

  /** Hears nothing. */
  Progress UNHEARD =
      new Progress() {
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
   * Hears how many are served before, as things stand. Not called if the wait is short.
   *
   * @throws IOException if whoever waits has gone: the claim is given up
   */
  void ahead(int count) throws IOException;

  /**
   * Hears that the wait has ended well. Called only after {@link #ahead} was.
   *
   * @throws IOException if whoever waits has gone: the place is given back
   */
  void starts() throws IOException;
}
