package org.packhouse.app.engine.git;

import java.io.IOException;

/** The receive operation: a push. */
interface ReceivePack {

  /** Writes refs and capabilities, ended by a flush packet. */
  void advertise(GitExchange exchange) throws IOException;

  /** Takes a push. If the exchange is not stateless, the advertisement comes first. */
  void serve(GitExchange exchange) throws IOException;
}
