package org.packhouse.lab.operation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;
import org.packhouse.lab.git.PackCheck;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.wire.HttpReply;
import org.packhouse.lab.wire.VerificationException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Requests over plain HTTP: REST, pages, files. */
final class Gets {

  private static final JsonFactory JSON = new JsonFactory();
  private static final int MAX_COUNT = 256 << 20;
  private static final int SHOWN = 60;

  private Gets() {}

  /** A resource of the REST API, whose answer must be JSON. */
  static GetOperation.Kind rest(String path, Function<Turn, Link> link) {
    return (connector, repository, turn) ->
        connector.get(
            connector.place().rest(path, repository.name()),
            Map.of("Accept", "application/json"),
            link.apply(turn),
            Gets::readJson);
  }

  /** A page as a browser that is signed in sees it. */
  static GetOperation.Kind page(String path, Function<Turn, Link> link) {
    return (connector, repository, turn) ->
        connector.browse(
            connector.place().page(path, repository.name()), link.apply(turn), Gets::readPage);
  }

  /** A file that is a pack. */
  static GetOperation.Kind file(Function<Turn, Link> link) {
    return (connector, repository, turn) ->
        connector.get(
            connector.place().file(repository.name()),
            Map.of("Accept", "*/*"),
            link.apply(turn),
            response -> readFile(response, FetchOperation.check(turn)));
  }

  private static void readFile(HttpReply response, PackCheck check) throws IOException {
    try (check) {
      for (ByteBuffer part = response.body().next(); part != null; part = response.body().next()) {
        check.take(part);
      }
      check.end();
    }
  }

  private static void readJson(HttpReply response) throws IOException {
    byte[] bytes = body(response, "application/json");
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), bytes)) {
      if (parser.nextToken() == null) {
        throw new VerificationException("The response holds no JSON");
      }
      while (parser.nextToken() != null) {
        parser.finishToken();
      }
    } catch (JacksonException e) {
      throw new VerificationException(
          "The response is no JSON: %s, it begins with \"%s\""
              .formatted(e.getOriginalMessage(), start(bytes)));
    }
  }

  private static void readPage(HttpReply response) throws IOException {
    byte[] bytes = body(response, "text/html");
    String end =
        new String(
            bytes,
            Math.max(bytes.length - SHOWN, 0),
            Math.min(bytes.length, SHOWN),
            StandardCharsets.UTF_8);
    if (!end.strip().endsWith("</html>")) {
      throw new VerificationException("A page ends with \"" + end + "\"");
    }
  }

  private static byte[] body(HttpReply response, String type) throws IOException {
    byte[] bytes = response.bytes(MAX_COUNT);
    if (!response.type().startsWith(type)) {
      throw new VerificationException(
          "The server answered with the type \"%s\" in place of %s: %s"
              .formatted(response.type(), type, start(bytes)));
    }
    return bytes;
  }

  private static String start(byte[] bytes) {
    return new String(bytes, 0, Math.min(bytes.length, SHOWN), StandardCharsets.UTF_8);
  }
}
