package org.packhouse.lab.wire;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/2 through TLS on a connection of its own: a client of the JDK for each, which tells the
 * server a window of 16 MB for a stream. It counts the bytes of bodies.
 */
final class Http2 implements HttpConnection {

  private static final int BUFFER = 1 << 16;

  private final HttpClient client;
  private final String server;
  private final Traffic traffic = new Traffic();

  Http2(String server, Executor executor) {
    this.server = server;
    this.client =
        HttpClient.newBuilder()
            .version(Version.HTTP_2)
            .sslContext(TrustingTls.context())
            .executor(executor)
            .build();
  }

  @Override
  public Traffic traffic() {
    return traffic;
  }

  @Override
  public HttpReply send(HttpAsk ask) throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + ask.target()));
    ask.headers().forEach(request::setHeader);
    request.method(ask.method(), publisher(ask.body()));
    HttpResponse<InputStream> response = respond(request.build());
    if (response.version() != Version.HTTP_2) {
      throw new OperationFailedException("no HTTP/2", "The server does not speak HTTP/2");
    }
    String type = response.headers().firstValue("Content-Type").orElse("");
    return new HttpReply(response.statusCode(), type, source(response.body()));
  }

  private BodyPublisher publisher(@Nullable Body body) {
    if (body == null) {
      return BodyPublishers.noBody();
    }
    traffic.addWritten(body.length());
    return BodyPublishers.fromPublisher(
        BodyPublishers.ofInputStream(() -> open(body)), body.length());
  }

  private static @Nullable InputStream open(Body body) {
    try {
      return body.open();
    } catch (IOException unreadable) {
      return null;
    }
  }

  private HttpResponse<InputStream> respond(HttpRequest request) throws IOException {
    try {
      return client.send(request, BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while the server was asked", e);
    }
  }

  private ByteSource source(InputStream in) {
    byte[] buffer = new byte[BUFFER];
    return () -> {
      int size = in.read(buffer);
      traffic.addRead(Math.max(size, 0));
      return size < 0 ? null : ByteBuffer.wrap(buffer, 0, size).slice();
    };
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
