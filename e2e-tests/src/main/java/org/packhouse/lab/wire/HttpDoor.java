package org.packhouse.lab.wire;

import java.io.IOException;
import org.packhouse.lab.link.Link;

/** A source of connections for HTTP. */
public interface HttpDoor extends AutoCloseable {

  /** A new connection. */
  HttpConnection connect(Link link) throws IOException;

  @Override
  void close();
}
