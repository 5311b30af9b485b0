package org.packhouse.lab.git;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.target.Endpoint;
import org.packhouse.lab.wire.Http1Door;
import org.packhouse.lab.wire.Http2Door;

/** Opens the transports by name. */
public final class Connectors {

  /** Their names. */
  public static final List<String> TRANSPORTS = List.of("http", "https", "https2", "ssh");

  private Connectors() {}

  /**
   * A connector to that endpoint.
   *
   * @throws IllegalArgumentException if there is no such transport or the endpoint has it not
   */
  public static Connector create(String transport, Endpoint endpoint) {
    return switch (transport) {
      case "http" -> {
        URI base = listening(endpoint.http(), transport);
        yield new HttpConnector(new Http1Door(base), base, endpoint);
      }
      case "https" -> {
        URI base = listening(endpoint.https(), transport);
        yield new HttpConnector(new Http1Door(base), base, endpoint);
      }
      case "https2" -> {
        URI base = listening(endpoint.https(), transport);
        yield new HttpConnector(new Http2Door(base), base, endpoint);
      }
      case "ssh" -> new SshConnector(listening(endpoint.ssh(), transport));
      default ->
          throw new IllegalArgumentException(
              "There is no transport \"%s\"; there are %s"
                  .formatted(transport, String.join(", ", TRANSPORTS)));
    };
  }

  private static <T> T listening(@Nullable T base, String transport) {
    if (base == null) {
      throw new IllegalArgumentException(
          "The server does not listen on the transport \"%s\"".formatted(transport));
    }
    return base;
  }
}
