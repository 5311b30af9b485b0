package org.packhouse.app.testing;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** A REST client of a {@link TestingServer}; follows no redirect. */
public final class TestingRest {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().followRedirects(Redirect.NEVER).build();
  private static final JsonMapper JSON = JsonMapper.shared();

  private final TestingServer server;
  private final @Nullable String authorization;

  private TestingRest(TestingServer server, @Nullable String authorization) {
    this.server = server;
    this.authorization = authorization;
  }

  /** Nobody. */
  public static TestingRest anonymous(TestingServer server) {
    return new TestingRest(server, null);
  }

  /** The system administrator. */
  public static TestingRest admin(TestingServer server) {
    return user(server, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD);
  }

  /** A user by name and password. */
  public static TestingRest user(TestingServer server, String name, String password) {
    byte[] pair = (name + ":" + password).getBytes(StandardCharsets.UTF_8);
    return new TestingRest(server, "Basic " + Base64.getEncoder().encodeToString(pair));
  }

  /** Whoever an access token stands for. */
  public static TestingRest token(TestingServer server, String secret) {
    return new TestingRest(server, "Bearer " + secret);
  }

  /** A response; {@code json} is missing-node if there is no body. */
  public record Response(HttpResponse<String> response, JsonNode json) {

    /** The status. */
    public int status() {
      return response.statusCode();
    }

    /** The value of a field, by JSON pointer, as text. */
    public String at(String pointer) {
      return json.at(pointer).asString();
    }

    /** The message of the first error. */
    public String message() {
      return at("/errors/0/message");
    }
  }

  /** GET. */
  public Response get(String path) {
    return send("GET", path, null);
  }

  /** POST with that JSON; single quotes stand for double ones. */
  public Response post(String path, String json) {
    return send("POST", path, json);
  }

  /** PUT with that JSON; single quotes stand for double ones. */
  public Response put(String path, String json) {
    return send("PUT", path, json);
  }

  /** DELETE. */
  public Response delete(String path) {
    return send("DELETE", path, null);
  }

  /** Any method; the body may be null. Paths without a slash in front are below the main API. */
  public Response send(String method, String path, @Nullable String json) {
    return sendAs(method, path, "application/json", json == null ? null : json.replace('\'', '"'));
  }

  /** Any method with a body of any type, which may be null. */
  public Response sendAs(String method, String path, String type, @Nullable String body) {
    String full = path.startsWith("/") ? path : "/rest/api/1.0/" + path;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.httpUrl() + full))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (body != null) {
      request.header("Content-Type", type);
    }
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    try {
      HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
      String text = response.body();
      DocumentedAnswers.check(method, request.build().uri(), response.statusCode(), text);
      if (response.statusCode() >= HttpURLConnection.HTTP_BAD_REQUEST) {
        ServerPaths.assertNoneTold(body == null ? List.of(full) : List.of(full, body), text);
      }
      return new Response(response, isJson(text) ? JSON.readTree(text) : MissingNode.getInstance());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(method + " " + full + " failed: " + e, e);
    }
  }

  private static boolean isJson(String text) {
    return text.startsWith("{") || text.startsWith("[") || text.startsWith("\"");
  }
}
