package org.packhouse.lab.wire;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.target.Endpoint;

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
        URI base = listening(endpoint.http(), transport, endpoint);
        yield new HttpConnector(new Http1Door(base), base, endpoint);
      }
      default ->
          throw new IllegalArgumentException(
              "There is no transport \"%s\"; there are %s"
                  .formatted(transport, String.join(", ", TRANSPORTS)));
    };
  }

  private static <T> T listening(@Nullable T base, String transport, Endpoint endpoint) {
    if (base == null) {
      throw new IllegalArgumentException(
          "The server has no transport \"%s\": %s".formatted(transport, endpoint));
    }
    return base;
  }
}
