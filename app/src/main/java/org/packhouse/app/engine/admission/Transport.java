package org.packhouse.app.engine.admission;

import java.io.IOException;
import java.util.Set;
import org.apache.coyote.Request;
import org.packhouse.scmcache.ResponseFile;

/** The connection under a request: a connection of HTTP/1.1, or a stream of HTTP/2. */
public interface Transport {

  /**
   * Ends the exchange from another thread: whoever reads or writes it gets an IOException when it
   * looks again.
   */
  void abort(Request request, String reason) throws IOException;

  /**
   * Lets the client send faster at the price of memory.
   *
   * @param window bytes that may be on their way
   * @return whether anything was changed
   */
  default boolean widen(Request request, int window) throws IOException {
    return false;
  }

  /**
   * A request has come on it.
   *
   * @param calledOff to be run when the client calls it off, as far as that is noticed
   */
  default void requestBegins(Request request, Runnable calledOff) {}

  /** The request has been answered. */
  default void requestEnds(Request request) {}

  /** Lets the body come in small frames: that of a client that has signed in and pushes. */
  default void allowSmallFrames(Request request) {}

  /** Whether the rest of a body that nobody reads must be read before the response gets through. */
  default boolean drains() {
    return false;
  }

  /**
   * Sends a response at once that lies in several files, behind its head, which was flushed.
   *
   * @return whether it did; if not, nothing was sent
   * @throws IOException if it cannot be sent to its end; the connection is closed then
   */
  default boolean sends(ResponseFile file) throws IOException {
    return false;
  }

  /** Bytes of responses that were sent beside what Tomcat counts, on this connection. */
  default long sentBeside() {
    return 0;
  }

  /**
   * Takes a file over that Tomcat is to send by itself when the request has ended.
   *
   * @return whether it does that; the file is the transport's to close then
   */
  default boolean takes(ResponseFile file) {
    return false;
  }

  /** Whether the response waits for the client to take what was sent. */
  default boolean stalled(Request request) {
    return false;
  }

  /**
   * Whether its client has gone, as far as that is seen without reading.
   *
   * @param closed connections that were closed at their other ends
   */
  default boolean gone(Request request, Set<ClosedPeers.Connection> closed) {
    return false;
  }

  /** Whether widening may be of use. */
  default boolean windowed() {
    return false;
  }
}
