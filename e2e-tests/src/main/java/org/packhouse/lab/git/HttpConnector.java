package org.packhouse.lab.git;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.target.Endpoint;
import org.packhouse.lab.wire.Body;
import org.packhouse.lab.wire.BrowserSession;
import org.packhouse.lab.wire.HttpAsk;
import org.packhouse.lab.wire.HttpConnection;
import org.packhouse.lab.wire.HttpDoor;
import org.packhouse.lab.wire.HttpReply;
import org.packhouse.lab.wire.Traffic;

/** Conversations over HTTP. */
public final class HttpConnector implements Connector {

  private final HttpDoor door;
  private final URI base;
  private final Place place;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final Endpoint.@Nullable Credentials reviewer;
  private final @Nullable BrowserSession session;

  HttpConnector(HttpDoor door, URI base, Endpoint endpoint) {
    this.door = door;
    this.base = base;
    this.place = Place.of(base, endpoint);
    this.reviewer = endpoint.reviewer();
    Endpoint.Credentials credentials = endpoint.credentials();
    if (credentials != null) {
      headers.put("Authorization", basic(credentials));
    }
    this.session =
        credentials == null || place.project().isEmpty()
            ? null
            : new BrowserSession(base.resolve(place.context() + "/login"), credentials);
  }

  private static String basic(Endpoint.Credentials credentials) {
    String pair = credentials.user() + ":" + credentials.password();
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  /** A person that a request comes from. */
  public enum Who {
    /** The client of the endpoint. */
    CLIENT,
    /** The one who reviews. */
    REVIEWER
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
    return send(new HttpAsk("GET", target, all, null), link, reader);
  }

  /**
   * The name of somebody who asks.
   *
   * @throws IllegalArgumentException if the endpoint has nobody of that kind
   */
  public String name(Who who) {
    if (who == Who.REVIEWER && reviewer != null) {
      return reviewer.user();
    }
    throw new IllegalArgumentException("The server %s has no %s".formatted(base, who));
  }

  /**
   * A request with a body of JSON on a new connection, whose response has a status of 200 to 299.
   *
   * @param target path and query
   */
  public Traffic send(Who who, String method, String target, byte[] json, Link link, Reader reader)
      throws IOException {
    Map<String, String> all = new LinkedHashMap<>(headers);
    if (who == Who.REVIEWER && reviewer != null) {
      all.put("Authorization", basic(reviewer));
    }
    all.put("Accept", "application/json");
    all.put("Content-Type", "application/json");
    return send(new HttpAsk(method, target, all, Body.of(json)), link, reader);
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
    return send(new HttpAsk("GET", target, all, null), link, reader);
  }

  private Traffic send(HttpAsk ask, Link link, Reader reader) throws IOException {
    ask.headers().put("User-Agent", Agent.NAME);
    ask.headers().put("Accept-Encoding", "identity");
    try (HttpConnection connection = door.connect(link)) {
      HttpReply reply = connection.send(ask);
      reader.read(ask.body() == null ? reply.ok() : reply.success());
      return connection.traffic();
    }
  }

  /** Reads a response, whose status tells of success. */
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
