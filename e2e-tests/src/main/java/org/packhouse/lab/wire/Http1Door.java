package org.packhouse.lab.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import org.packhouse.lab.link.Link;

/** Plain connections for HTTP/1.1. */
final class Http1Door implements HttpDoor {

  private static final int BUFFER = 1 << 18;

  private final Buffers buffers = new Buffers(BUFFER);
  private final URI base;

  Http1Door(URI base) {
    this.base = base;
  }

  @Override
  public HttpConnection connect(Link link) throws IOException {
    int port = base.getPort() < 0 ? 80 : base.getPort();
    InetSocketAddress server = new InetSocketAddress(base.getHost(), port);
    return new Http1(SocketStream.open(server, 0, buffers), base.getRawAuthority());
  }

  @Override
  public void close() {
    // buffers need no closing
  }
}
