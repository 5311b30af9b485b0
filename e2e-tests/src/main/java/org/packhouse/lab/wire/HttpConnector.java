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
  private final Place place;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final @Nullable BrowserSession session;

  HttpConnector(HttpDoor door, URI base, Endpoint endpoint) {
    this.door = door;
    this.base = base;
    this.place = Place.of(base, endpoint);
    Endpoint.Credentials credentials = endpoint.credentials();
    if (credentials != null) {
      String pair = credentials.user() + ":" + credentials.password();
      headers.put(
          "Authorization",
          "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }
    this.session =
        credentials == null || place.project().isEmpty()
            ? null
            : new BrowserSession(base.resolve(place.context() + "/login"), credentials);
  }

  /** Where things are on the server. */
  public Place place() {
    return place;
  }

  @Override
  public GitConnection git(Service service, String repository, int protocol, Link link)
      throws IOException {
    return new HttpGit(door.connect(link), service, place.git(repository), protocol, headers);
  }

  /**
   * GET on a new connection.
   *
   * @param target path and query
   * @param more headers beyond the credentials
   * @param reader what reads the response
   */
  public Traffic get(String target, Map<String, String> more, Link link, Reader reader)
      throws IOException {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.putAll(more);
    return send(target, all, link, reader);
  }

  /** GET of a page on a new connection, signed in by the server's form if it has one. */
  public Traffic browse(String target, Link link, Reader reader) throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    if (session == null) {
      all.putAll(headers);
    } else {
      all.put("Cookie", session.cookies());
    }
    all.put("Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
    return send(target, all, link, reader);
  }

  private Traffic send(String target, Map<String, String> headers, Link link, Reader reader)
      throws IOException {
    headers.put("User-Agent", Agent.NAME);
    headers.put("Accept-Encoding", "identity");
    try (HttpConnection connection = door.connect(link)) {
      reader.read(connection.send(new HttpAsk("GET", target, headers, null)).ok());
      return connection.traffic();
    }
  }

  /** Reads a response, whose status is 200. */
  @FunctionalInterface
  public interface Reader {
    /** Reads it to its end. */
    void read(HttpReply response) throws IOException;
  }

  @Override
  public String server() {
    return base.toString();
  }

  @Override
  public void close() {
    door.close();
  }
}
