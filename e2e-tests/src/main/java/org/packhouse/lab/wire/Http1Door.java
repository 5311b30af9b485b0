package org.packhouse.lab.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import org.packhouse.lab.link.Link;

/** Connections for HTTP/1.1, plain or through TLS. */
public final class Http1Door implements HttpDoor {

  private static final int BUFFER = 1 << 18;

  /** Of a slow client: little is on its way that it has not yet taken. */
  private static final int SLOW_BUFFER = 1 << 13;

  private static final int SLOW_KERNEL = 1 << 15;

  private final Buffers buffers = new Buffers(BUFFER);
  private final Buffers slowBuffers = new Buffers(SLOW_BUFFER);
  private final URI base;
  private final boolean tls;
  private final Routes routes;

  /** Connections to the server of a URL. */
  public Http1Door(URI base) {
    this.base = base;
    this.tls = "https".equals(base.getScheme());
    int usual = tls ? 443 : 80;
    this.routes = new Routes(base.getHost(), base.getPort() < 0 ? usual : base.getPort());
  }

  @Override
  public HttpConnection connect(Link link) throws IOException {
    return new Http1(stream(link), base.getRawAuthority());
  }

  private ByteStream stream(Link link) throws IOException {
    if (!link.roundTrip().isZero()) {
      return open(routes.over(link), false);
    }
    if (link.bytesPerSecond() > 0) {
      return new LimitedStream(open(routes.direct(), true), link.bytesPerSecond());
    }
    return open(routes.direct(), false);
  }

  private ByteStream open(InetSocketAddress server, boolean slow) throws IOException {
    int kernel = slow ? SLOW_KERNEL : 0;
    return tls
        ? TlsStream.open(server, base.getHost(), kernel)
        : SocketStream.open(server, kernel, slow ? slowBuffers : buffers);
  }

  @Override
  public void close() {
    routes.close();
  }
}
