package org.packhouse.app.engine.git;

import java.io.IOException;

/**
 * An operation of the wire. {@link GitWire} calls it, and turns whatever it throws into words of
 * the protocol.
 */
public interface GitOperation {

  /** The service that clients name to have this done. */
  GitService service();

  /**
   * Writes what a client must know before it asks: refs (v0, v1) or capabilities (v2), without
   * HTTP's {@code # service=} line.
   */
  void advertise(GitExchange exchange) throws IOException;

  /** Serves one request over HTTP, or over SSH a session, the advertisement included. */
  void serve(GitExchange exchange) throws IOException;
}
