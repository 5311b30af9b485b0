package org.packhouse.lab.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.packhouse.lab.link.Link;

/** Connections for HTTP/2 through TLS. */
public final class Http2Door implements HttpDoor {

  private static final int PORT = 443;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final URI base;
  private final Routes routes;

  /** Connections to the server of a URL. */
  public Http2Door(URI base) {
    this.base = base;
    this.routes = new Routes(base.getHost(), base.getPort() < 0 ? PORT : base.getPort());
  }

  @Override
  public HttpConnection connect(Link link) throws IOException {
    if (link.equals(Link.DIRECT)) {
      return new Http2(base.getScheme() + "://" + base.getRawAuthority(), threads);
    }
    InetSocketAddress server = routes.over(link);
    String address = server.getAddress().getHostAddress();
    return new Http2("https://%s:%d".formatted(address, server.getPort()), threads);
  }

  @Override
  public void close() {
    routes.close();
    threads.shutdownNow();
  }
}
