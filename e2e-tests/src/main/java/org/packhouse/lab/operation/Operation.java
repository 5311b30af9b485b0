package org.packhouse.lab.operation;

import java.io.IOException;
import org.packhouse.lab.wire.OperationFailedException;
import org.packhouse.lab.wire.VerificationException;

/**
 * Something that a client does to a server, made for one endpoint and called by many workers at
 * once. Each call is a client of its own: a new connection and its own authentication.
 */
public interface Operation extends AutoCloseable {

  /** What it is called in the report, such as {@code clone} or {@code push-small over ssh}. */
  String name();

  /**
   * Does it once.
   *
   * @throws VerificationException if the response is not what a server may say; the run fails
   * @throws OperationFailedException if the server refused or the response is an error
   * @throws IOException if the connection failed
   */
  Done perform(Turn turn) throws IOException;

  /** Lets go of what it holds. */
  @Override
  void close();
}
