package org.packhouse.lab.target;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.target.Endpoint.Credentials;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Asks a server over REST for what the lab needs beside the load. */
final class Rest implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private final URI base;
  private final @Nullable Credentials credentials;

  /**
   * A client.
   *
   * @param base URL without a slash at its end
   * @param credentials null for nobody's
   */
  Rest(URI base, @Nullable Credentials credentials) {
    this.base = base;
    this.credentials = credentials;
  }

  /** A response. */
  record Response(int status, String body) {}

  /** GET of JSON, which must succeed. */
  JsonNode get(String path) throws IOException {
    return json(path, ok("GET", path, send("GET", path, null)));
  }

  /** POST of JSON, which must succeed. */
  Response post(String path, @Nullable Object body) throws IOException {
    return ok("POST", path, send("POST", path, body));
  }

  /** PUT of JSON, which must succeed. */
  Response put(String path, @Nullable Object body) throws IOException {
    return ok("PUT", path, send("PUT", path, body));
  }

  /** Any request. */
  Response send(String method, String path, @Nullable Object body) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(Duration.ofMinutes(2))
            .header("X-Atlassian-Token", "no-check");
    if (credentials != null) {
      String pair = credentials.user() + ":" + credentials.password();
      request.header(
          "Authorization",
          "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }
    if (body == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request.header("Content-Type", "application/json");
      request.method(method, BodyPublishers.ofString(JSON.writeValueAsString(body)));
    }
    try {
      HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
      return new Response(response.statusCode(), response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted");
    }
  }

  private static JsonNode json(String path, Response response) throws IOException {
    try {
      return JSON.readTree(response.body());
    } catch (JacksonException e) {
      throw new IOException(path + " answers what is no JSON: " + e.getOriginalMessage(), e);
    }
  }

  private Response ok(String method, String path, Response response) throws IOException {
    if (response.status() / 100 != 2) {
      throw new IOException(
          "%s %s%s is answered by %d: %s"
              .formatted(method, base, path, response.status(), response.body().strip()));
    }
    return response;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
