package org.packhouse.lab.git;

import java.io.IOException;
import java.util.List;
import org.packhouse.lab.wire.OperationFailedException;

/** The listing of refs and the request for a pack in one version of the protocol. */
public interface FetchDialog {

  /**
   * The refs of the server.
   *
   * @param prefixes with which they begin; all refs come in protocol 0
   */
  Refs refs(List<String> prefixes) throws IOException;

  /**
   * Fetches.
   *
   * @return commits at which history is cut off
   */
  List<String> fetch(FetchRequest request, PackCheck pack) throws IOException;

  /** Ends without having fetched. */
  void leave() throws IOException;

  /** Greets the server. */
  static FetchDialog begin(GitConnection connection, int protocol) throws IOException {
    Greeting greeting = connection.greeting();
    if (greeting.version() != protocol) {
      throw new OperationFailedException(
          "protocol " + greeting.version(),
          "The server speaks protocol %d, not %d".formatted(greeting.version(), protocol));
    }
    return protocol == 2 ? new FetchV2(connection, greeting) : new FetchV0(connection, greeting);
  }
}
