package org.packhouse.lab.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.packhouse.lab.link.DelayingProxy;
import org.packhouse.lab.link.Link;

/** The addresses to connect to for a server: the server, or a long link before it. */
public final class Routes implements AutoCloseable {

  private final String host;
  private final int port;
  private final Map<Link, DelayingProxy> proxies = new ConcurrentHashMap<>();

  /** Those to a port of a host. */
  public Routes(String host, int port) {
    this.host = host;
    this.port = port;
  }

  /** The server itself. */
  public InetSocketAddress direct() {
    return new InetSocketAddress(host, port);
  }

  /** The server at the end of that link. */
  public InetSocketAddress over(Link link) throws IOException {
    if (link.equals(Link.DIRECT)) {
      return direct();
    }
    try {
      return proxies.computeIfAbsent(link, this::proxy).address();
    } catch (UncheckedIOException e) {
      throw new IOException("No proxy for a long link: " + e.getMessage(), e);
    }
  }

  private DelayingProxy proxy(Link link) {
    try {
      return DelayingProxy.before(direct(), link);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    proxies.values().forEach(DelayingProxy::close);
  }
}
