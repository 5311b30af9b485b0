package org.packhouse.lab.git;

import java.io.IOException;
import org.packhouse.lab.link.Link;

/** Opens conversations with one server over one transport, each on a connection of its own. */
public interface Connector extends AutoCloseable {

  /**
   * Begins one with a service of a repository.
   *
   * @param repository its name on the server
   * @param protocol of Git: 0 or 2
   * @param link what lies between
   */
  GitConnection git(Service service, String repository, int protocol, Link link) throws IOException;

  /** The server under load, in words for an error. */
  String server();

  /** Lets go of what it holds. */
  @Override
  void close();
}
