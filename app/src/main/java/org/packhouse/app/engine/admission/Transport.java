package org.packhouse.app.engine.admission;

import java.io.IOException;
import java.util.Set;
import org.apache.coyote.Request;
import org.packhouse.scmcache.ResponseFile;

/** The connection under a request: an HTTP/1.1 connection, or an HTTP/2 stream. */
public interface Transport {

  /** Ends the exchange from another thread: its reads and writes fail with an IOException. */
  void abort(Request request, String reason) throws IOException;

  /** Widens the receive window to so many bytes; returns whether anything was changed. */
  default boolean widen(Request request, int window) throws IOException {
    return false;
  }

  /** Begins a request; runs {@code calledOff} when the client is seen to cancel it. */
  default void requestBegins(Request request, Runnable calledOff) {}

  default void requestEnds(Request request) {}

  /** Permits a body in small frames: that of a push by a signed-in client. */
  default void allowSmallFrames(Request request) {}

  /** Returns whether an unread body must be drained before the response gets through. */
  default boolean drainsUnreadBody() {
    return false;
  }

  /** Sends a response of several files behind its flushed head; false if nothing was sent. */
  default boolean sendNow(ResponseFile file) throws IOException {
    return false;
  }

  /** Returns the response bytes sent on this connection beside those that Tomcat counts. */
  default long sentBeside() {
    return 0;
  }

  /** Takes over, and closes, a file that Tomcat sends after the request; false if it does not. */
  default boolean sendAfterwards(ResponseFile file) {
    return false;
  }

  /** Returns whether the response waits for the client to take what was sent. */
  default boolean isStalled(Request request) {
    return false;
  }

  /** Returns whether the client has gone, as far as that is seen without reading. */
  default boolean isClientGone(Request request, Set<ClosedPeers.Connection> closed) {
    return false;
  }

  /** Returns whether {@link #widen} may be of use. */
  default boolean canWiden() {
    return false;
  }
}
