package org.packhouse.lab.wire;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.target.Endpoint;

/** Conversations over HTTP. */
public final class HttpConnector implements Connector {

  private final HttpDoor door;
  private final URI base;
  private final String scm;
  private final Map<String, String> headers = new LinkedHashMap<>();

  HttpConnector(HttpDoor door, URI base, Endpoint endpoint) {
    this.door = door;
    this.base = base;
    this.scm = endpoint.scm();
    Endpoint.Credentials credentials = endpoint.credentials();
    if (credentials != null) {
      String pair = credentials.user() + ":" + credentials.password();
      headers.put(
          "Authorization",
          "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Override
  public GitConnection git(Service service, String repository, int protocol, Link link)
      throws IOException {
    return new HttpGit(
        door.connect(link), service, path(base) + scm + repository + ".git", protocol, headers);
  }

  /**
   * GET on a new connection.
   *
   * @param target path and query below the server's base URL
   * @param more headers beyond the credentials
   * @param reader what reads the answer
   */
  public Traffic get(String target, Map<String, String> more, Link link, Reader reader)
      throws IOException {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("User-Agent", Agent.NAME);
    all.put("Accept-Encoding", "identity");
    all.putAll(more);
    try (HttpConnection connection = door.connect(link)) {
      reader.read(connection.send(new HttpAsk("GET", path(base) + target, all, null)).ok());
      return connection.traffic();
    }
  }

  /** Reads an answer, whose status is 200. */
  @FunctionalInterface
  public interface Reader {
    /** Reads it to its end. */
    void read(HttpAnswer answer) throws IOException;
  }

  @Override
  public String server() {
    return base.toString();
  }

  private static String path(URI base) {
    @Nullable String path = base.getRawPath();
    return path == null || path.equals("/") ? "" : path;
  }

  @Override
  public void close() {
    door.close();
  }
}
