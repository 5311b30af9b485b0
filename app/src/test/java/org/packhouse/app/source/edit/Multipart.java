package org.packhouse.app.source.edit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.TestingServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A multipart form, sent to the place of a file. */
final class Multipart {

  private static final String BOUNDARY = "boundary-of-tests";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private String user = TestingServer.ADMIN;
  private String password = TestingServer.ADMIN_PASSWORD;

  static Multipart form() {
    return new Multipart();
  }

  /** A field without a file name, as curl and Go send it. */
  Multipart field(String name, String value) {
    return part(name, "", value.getBytes(StandardCharsets.UTF_8));
  }

  /** A field with a file name, as Python's requests sends each field. */
  Multipart file(String name, byte[] value) {
    return part(name, "; filename=\"" + name + "\"", value);
  }

  Multipart as(String name, String secret) {
    user = name;
    password = secret;
    return this;
  }

  private Multipart part(String name, String more, byte[] value) {
    String head =
        "--%s\r\nContent-Disposition: form-data; name=\"%s\"%s\r\n\r\n"
            .formatted(BOUNDARY, name, more);
    body.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    body.writeBytes(value);
    body.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
    return this;
  }

  byte[] bytes() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(body.toByteArray());
    all.writeBytes(("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
    return all.toByteArray();
  }

  Response put(TestingServer server, Repository repository, String path) {
    return put(server, repository, path, BodyPublishers.ofByteArray(bytes()));
  }

  Response put(TestingServer server, Repository repository, String path, BodyPublisher publisher) {
    String secret =
        Base64.getEncoder()
            .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    URI uri =
        URI.create(
            "%s/rest/api/1.0/projects/%s/repos/%s/browse/%s"
                .formatted(server.httpUrl(), repository.project().key(), repository.slug(), path));
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("Authorization", "Basic " + secret)
            .header("X-Atlassian-Token", "no-check")
            .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
            .PUT(publisher)
            .build();
    try {
      HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString());
      return new Response(
          response.statusCode(), JsonMapper.shared().readTree(response.body()), response.body());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A response of the server. */
  record Response(int status, JsonNode json, String text) {

    String id() {
      return json.at("/id").asString();
    }

    /** The last part of the name of the first error. */
    String exception() {
      String name = json.at("/errors/0/exceptionName").asString();
      return name.substring(name.lastIndexOf('.') + 1);
    }
  }
}
