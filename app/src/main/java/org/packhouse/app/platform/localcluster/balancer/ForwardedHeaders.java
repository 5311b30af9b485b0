package org.packhouse.app.platform.localcluster.balancer;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The headers by which a node behind the balancer learns its client and the requested address. */
final class ForwardedHeaders {

  /** Headers that a client could forge, and those of a single connection. */
  private static final List<String> REMOVED =
      List.of(
          "Forwarded",
          "X-Forwarded-For",
          "X-Forwarded-Proto",
          "X-Forwarded-Host",
          "X-Forwarded-Port",
          "X-Forwarded-Ssl",
          "X-Forwarded-Prefix",
          "Connection",
          "Keep-Alive",
          "Proxy-Connection",
          "Upgrade",
          "HTTP2-Settings");

  private ForwardedHeaders() {}

  static void write(HttpRequest request, InetSocketAddress client, InetSocketAddress asked) {
    HttpHeaders headers = request.headers();
    @Nullable String host = headers.get(HttpHeaderNames.HOST);
    REMOVED.forEach(headers::remove);
    headers.set("X-Forwarded-For", client.getAddress().getHostAddress());
    headers.set("X-Forwarded-Proto", "http");
    headers.set("X-Forwarded-Port", asked.getPort());
    if (host != null) {
      headers.set("X-Forwarded-Host", host);
    }
  }
}
