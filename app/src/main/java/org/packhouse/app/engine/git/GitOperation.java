package org.packhouse.app.engine.git;

import java.io.IOException;

/** An operation of the wire, called by {@link GitWire}, which renders its exceptions. */
public interface GitOperation {

  GitService service();

  /** Writes refs (v0, v1) or capabilities (v2), without HTTP's {@code # service=} line. */
  void advertise(GitExchange exchange) throws IOException;

  /** Serves a request over HTTP, or a whole session, advertisement included, over SSH. */
  void serve(GitExchange exchange) throws IOException;
}
