package org.packhouse.app.engine.git;

import java.io.IOException;

/**
 * The one engine behind both transports. A refusal or a failure that the protocol has words for is
 * written to the exchange (an ERR packet, a report, a side-band message) and is no exception.
 *
 * <p>Over HTTP {@link #advertise} answers {@code info/refs} and {@link #uploadPack} and {@link
 * #receivePack} a POST. Over SSH each of them but {@code advertise} is the whole session, the
 * advertisement included.
 */
public interface GitWire {

  /**
   * Writes the ref advertisement (v0, v1) or the capabilities (v2) for the exchange's service,
   * without HTTP's {@code # service=} line.
   */
  void advertise(GitExchange exchange) throws IOException;

  /** Serves clone and fetch. */
  void uploadPack(GitExchange exchange) throws IOException;

  /** Serves push. */
  void receivePack(GitExchange exchange) throws IOException;

  /** Serves {@code git archive --remote}. */
  void uploadArchive(GitExchange exchange) throws IOException;
}
