package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Sends every operation of the OpenAPI document what it does not expect, in each parameter, each
 * variable of the path and each field of the body: a refusal must say so in the form of errors, and
 * nothing may fail.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadInputTest {

  private static final Pattern VARIABLE = Pattern.compile("\\{([^}]+)}");

  /** They would shut everybody out, or the administrator that asks. */
  private static final Pattern LEFT_OUT =
      Pattern.compile(".*(/admin/(maintenance|node)|/users/credentials|/logs/.*)");

  private static final List<String> TEXTS =
      List.of(
          "",
          "-1",
          "99999999999999999999",
          "1.5",
          "nothing/such",
          "a\u0000b",
          "\uD83D\uDE00'\"<%",
          "..",
          "a".repeat(3000));

  private static final List<String> SEGMENTS =
      List.of("-1", "99999999999999999999", "%ff%fe", "%00", "a%20b", "%2F", "..%2F..", "~", "%25");

  private static final List<String> PATHS =
      List.of(
          "src",
          "src/Main.java/below",
          "link",
          "link/below",
          "module",
          "module/below",
          "%ff%fe.txt",
          "../../etc/passwd",
          "..%2F..%2Fetc",
          "a//b",
          ".git/config",
          "x".repeat(5000));

  private static final List<String> VALUES =
      List.of(
          "-1",
          "99999999999999999999",
          "1.5",
          "true",
          "[]",
          "{}",
          "[{}]",
          "null",
          "''",
          "'a\\u0000b'",
          "{'a\\u0000b':1}",
          "{'a':[{'b':'c\\u0000','d\\u0000':{}}]}");

  private final Shapes shapes = new Shapes();
  private final List<String> problems = new ArrayList<>();
  private TestingServer server;
  private CallWorld world;
  private JsonNode document;

  @BeforeAll
  void start(@TempDir Path directory) {
    server = TestingServer.builder().start();
    world = new CallWorld(server, directory);
    document = TestingRest.admin(server).get("/rest/openapi.json").json();
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private void eachOperation(BiConsumer<String, JsonNode> work) {
    problems.clear();
    document
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(operation -> {
                  if (!LEFT_OUT.matcher(path.getKey()).matches()) {
                    work.accept(
                        operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(),
                        operation.getValue());
                  }
                }));
    assertThat(problems).isEmpty();
  }

  @Test
  void noParameterOfTheQueryMakesItFail() {
    eachOperation((name, operation) ->
        operation
            .path("parameters")
            .valueStream()
            .filter(parameter -> parameter.path("in").asString().equals("query"))
            .map(parameter -> parameter.path("name").asString())
            .forEach(parameter ->
                TEXTS.forEach(text -> {
                  String query = "?" + parameter + "=" + encoded(text);
                  send(name, path(name, Map.of()) + query, body(operation, Map.of()));
                })));
  }

  @Test
  void noNameOfAParameterMakesItFail() {
    eachOperation((name, operation) ->
        send(
            name,
            path(name, Map.of()) + "?%C2%85=1&%F3%98%9A%81=2&%0A=3",
            body(operation, Map.of())));
  }

  @Test
  void noVariableOfThePathMakesItFail() {
    eachOperation((name, operation) ->
        VARIABLE
            .matcher(name)
            .results()
            .map(match -> match.group(1))
            .forEach(variable -> {
              List<String> values = variable.equals("path") ? PATHS : SEGMENTS;
              for (String value : values) {
                send(name, path(name, Map.of(variable, value)), body(operation, Map.of()));
              }
            }));
  }

  @Test
  void noFieldOfABodyMakesItFail() {
    eachOperation((name, operation) ->
        fields(operation)
            .forEach(field ->
                VALUES.forEach(value ->
                    send(name, path(name, Map.of()), body(operation, Map.of(field, value))))));
  }

  /** Each call of {@code calls.tsv} on what the calls before it have made. */
  @Test
  void noNulInACallMakesItFail() {
    problems.clear();
    for (Call call : Call.all()) {
      String path = call.path(world::usual, world::fill);
      String body = world.fill(call.body());
      if (path.contains("?")) {
        send(call.operation(), path.replaceAll("=([^&]*)", "=$1%00"), body);
        send(call.operation(), path + "&%00=1", body);
      }
      if (body.startsWith("{") || body.startsWith("[")) {
        JsonNode whole = JsonMapper.shared().readTree(body.replace('\'', '"'));
        for (int at = 0; at < places(whole, -1).places(); at++) {
          send(call.operation(), path, places(whole, at).changed().toString());
        }
      }
      if (!LEFT_OUT.matcher(path).matches() && !body.startsWith("form:")) {
        TestingRest.Response response = world.send(call);
        if (response.status() < 300) {
          call.keeps().forEach((name, pointer) -> world.keep(name, response.at(pointer)));
        }
      }
    }
    assertThat(problems).isEmpty();
  }

  /** A body with U+0000 in one of its places, and the number of places. */
  private record Changed(JsonNode changed, int places) {}

  /** Places are texts, which get one, and objects, which get a name with one. */
  private static Changed places(JsonNode node, int at) {
    if (node.isString()) {
      return new Changed(at == 0 ? StringNode.valueOf(node.asString() + "\0") : node, 1);
    }
    JsonNode copy = node.deepCopy();
    int places = 0;
    if (copy instanceof ObjectNode object) {
      for (String name : List.copyOf(object.propertyNames())) {
        Changed value = places(object.get(name), at - places);
        object.set(name, value.changed());
        places += value.places();
      }
      if (at == places) {
        object.put("a\0b", "c");
      }
      places++;
    } else if (copy instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        Changed value = places(array.get(i), at - places);
        array.set(i, value.changed());
        places += value.places();
      }
    }
    return new Changed(copy, places);
  }

  @Test
  void noBodyMakesItFail() {
    String deep = "{'a':".repeat(10_000) + "1" + "}".repeat(10_000);
    eachOperation((name, operation) -> {
      if (operation.has("requestBody")) {
        for (String body :
            List.of(
                "",
                "[]",
                "'x'",
                "{'a'",
                "nonsense",
                "\u0000",
                "{'a\\u0000b':1}",
                "[[[[[]]]]]",
                deep)) {
          send(name, path(name, Map.of()), body);
        }
      }
    });
  }

  @Test
  void aBodyOf50MegabytesIsRefused() {
    String huge = "{'text':'" + "a".repeat(50 << 20) + "'}";
    for (String path : List.of("POST /rest/api/latest/projects", "POST /rest/ssh/latest/keys")) {
      int space = path.indexOf(' ');
      int status =
          world.rest().send(path.substring(0, space), path.substring(space + 1), huge).status();
      assertThat(status).as(path).isIn(400, 413);
    }
  }

  private void send(String operation, String path, String body) {
    String method = operation.substring(0, operation.indexOf(' '));
    boolean bodiless = body.isEmpty() && (method.equals("GET") || method.equals("DELETE"));
    TestingRest.Response response = world.rest().send(method, path, bodiless ? null : body);
    String what = method + " " + shorten(path) + " " + shorten(body) + ": ";
    if (response.status() >= 500) {
      problems.add(what + response.status() + " " + response.message());
    } else if (response.status() >= 400 && response.status() != 406) {
      List<String> found = shapes.violations(response.json(), "Errors");
      if (!found.isEmpty()) {
        problems.add(what + response.status() + " " + found);
      }
    }
  }

  private static String shorten(String text) {
    return text.length() > 150 ? text.substring(0, 150) + "..." : text;
  }

  private String path(String operation, Map<String, String> values) {
    return VARIABLE
        .matcher(operation.substring(operation.indexOf(' ') + 1))
        .replaceAll(match -> {
          String name = match.group(1);
          return Matcher.quoteReplacement(values.getOrDefault(name, world.usual(name)));
        });
  }

  private List<String> fields(JsonNode operation) {
    return new ArrayList<>(schema(operation).path("properties").propertyNames());
  }

  private JsonNode schema(JsonNode operation) {
    JsonNode schema = operation.at("/requestBody/content/application~1json/schema");
    String reference = schema.path("$ref").asString("");
    return reference.isEmpty() ? schema : document.at(reference.substring(1));
  }

  /** A body whose fields are all texts but for those given. */
  private String body(JsonNode operation, Map<String, String> values) {
    if (!operation.has("requestBody")) {
      return "";
    }
    Map<String, String> all = new LinkedHashMap<>();
    for (String field : fields(operation)) {
      if (!field.equals("text") || !values.isEmpty()) {
        all.put(field, "'absent'");
      }
    }
    all.putAll(values);
    List<String> parts = new ArrayList<>();
    all.forEach(
        (field, value) -> parts.add(JsonMapper.shared().writeValueAsString(field) + ":" + value));
    return "{" + String.join(",", parts) + "}";
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
