package org.packhouse.lab.wire;

import java.io.Closeable;
import java.io.IOException;

/** A connection that carries requests one after the other. */
public interface HttpConnection extends Closeable {

  /** Sends a request. The body of the response before must have been read to its end. */
  HttpReply send(HttpAsk ask) throws IOException;

  /** What has gone over it. */
  Traffic traffic();
}
