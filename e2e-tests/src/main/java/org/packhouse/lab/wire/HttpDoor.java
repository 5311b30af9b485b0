package org.packhouse.lab.wire;

import java.io.IOException;
import org.packhouse.lab.link.Link;

/** Where connections for HTTP come from. */
interface HttpDoor extends AutoCloseable {

  /** A new connection. */
  HttpConnection connect(Link link) throws IOException;

  @Override
  void close();
}
