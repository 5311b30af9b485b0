package org.packhouse.e2e.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.wire.TrustingTls;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A client of the REST API. */
public final class Rest {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .connectTimeout(Duration.ofSeconds(5))
          .sslContext(TrustingTls.context())
          .build();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI base;
  private final @Nullable String authorization;

  /** An anonymous client of the server at that URL. */
  public Rest(URI base) {
    this(base, null);
  }

  private Rest(URI base, @Nullable String authorization) {
    this.base = base;
    this.authorization = authorization;
  }

  /** The same client signed in by name and password. */
  public Rest as(String user, String password) {
    String pair = user + ":" + password;
    return new Rest(
        base, "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
  }

  /** A response. */
  public record Response(int status, String body) {

    /** The body as JSON. */
    public JsonNode json() {
      return JSON.readTree(body);
    }
  }

  /** The status code of {@code /status}; empty if nobody answers. */
  public Optional<Integer> status() {
    try {
      return Optional.of(send("GET", "/status", null).status());
    } catch (UncheckedIOException nobody) {
      return Optional.empty();
    }
  }

  /** GET, which must succeed. */
  public JsonNode get(String path) {
    return ok(send("GET", path, null), path).json();
  }

  /** POST of JSON, which must succeed. */
  public JsonNode post(String path, Object body) {
    return ok(send("POST", path, body), path).json();
  }

  /** PUT of JSON, which must succeed. */
  public Response put(String path, Object body) {
    return ok(send("PUT", path, body), path);
  }

  /** DELETE, which must succeed. */
  public Response delete(String path) {
    return ok(send("DELETE", path, null), path);
  }

  /** Makes a project and an empty repository in it. */
  public void createRepository(String project, String name) {
    if (send("GET", "/rest/api/latest/projects/" + project, null).status() == 404) {
      post("/rest/api/latest/projects", Map.of("key", project, "name", "Project " + project));
    }
    post("/rest/api/latest/projects/" + project + "/repos", Map.of("name", name));
  }

  /** Any request. */
  public Response send(String method, String path, @Nullable Object body) {
    return request(
        method,
        path,
        body == null
            ? BodyPublishers.noBody()
            : BodyPublishers.ofString(JSON.writeValueAsString(body)));
  }

  /**
   * POST of bytes that are said to be JSON.
   *
   * @throws UncheckedIOException if the server ends the connection before it has all of them
   */
  public Response post(String path, byte[] json) {
    return request("POST", path, BodyPublishers.ofByteArray(json));
  }

  private Response request(String method, String path, HttpRequest.BodyPublisher body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofMinutes(1));
    request.method(method, body);
    if (body.contentLength() != 0) {
      request.header("Content-Type", "application/json");
    }
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    request.header("X-Atlassian-Token", "no-check");
    try {
      HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
      if (response.statusCode() >= 400) {
        ServerPaths.assertNoneTold(List.of(path), response.body());
      }
      return new Response(response.statusCode(), response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", e);
    }
  }

  private static Response ok(Response response, String path) {
    assertThat(response.status()).as("%s%n%s", path, response.body()).isBetween(200, 299);
    return response;
  }
}
