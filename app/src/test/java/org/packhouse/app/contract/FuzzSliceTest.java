package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A slice of what {@link FuzzTest} does, for every build: requests made at random, but the same
 * each time, for each operation of the OpenAPI document.
 */
class FuzzSliceTest {

  private static final long SEED = 20_260_101;
  private static final int EACH = 3;
  private static final String PASSWORD = "a-password-of-tests";

  private static final List<String> TEXTS =
      List.of(
          "",
          "0",
          "-1",
          "99999999999999999999",
          "1e308",
          "true",
          "null",
          "main",
          "refs/heads/main",
          "..",
          "a/../b",
          "%00",
          "%25",
          "%F0%9F%92%A9",
          "%C2%BF%C3%B1",
          "%2F%2F",
          "'%22%3C%5C",
          "~admin",
          "HEAD~1%5E%7B%7D",
          "x".repeat(1000));

  private final TestingServer server = TestingServer.shared();
  private final Random random = new Random(SEED);
  private final JsonNodeFactory json = JsonNodeFactory.instance;

  @Test
  void findsNoFailure() {
    Repository repository = TestingProjects.in(server).repository();
    TestingPeople people = TestingPeople.of(server);
    User user = people.createUser(TestingPeople.uniqueName("slicer"), PASSWORD);
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_ADMIN);
    TestingRest rest = TestingRest.user(server, user.name(), PASSWORD);
    Map<String, String> known =
        Map.of(
            "projectKey", repository.project().key(),
            "slug", repository.slug(),
            "repositorySlug", repository.slug());
    JsonNode document = rest.get("/rest/openapi.json").json();
    List<String> failures = new ArrayList<>();
    int asked = 0;
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        for (int i = 0; i < EACH; i++) {
          String method = operation.getKey().toUpperCase(Locale.ROOT);
          String url = url(path.getKey(), operation.getValue(), i == 0 ? Map.of() : known);
          Response response = rest.send(method, url, body(document, operation.getValue()));
          asked++;
          if (response.status() >= 500 && response.status() != 501) {
            failures.add(method + " " + url + ": " + response.response().body());
          }
        }
      }
    }
    assertThat(failures).isEmpty();
    assertThat(asked).isGreaterThan(600);
  }

  private String url(String path, JsonNode operation, Map<String, String> known) {
    String url = path;
    StringBuilder query = new StringBuilder();
    for (JsonNode parameter : operation.path("parameters")) {
      String name = parameter.path("name").asString();
      if (parameter.path("in").asString().equals("path")) {
        String value = known.getOrDefault(name, text());
        url = url.replace("{" + name + "}", value.isEmpty() ? "x" : value);
      } else if (parameter.path("in").asString().equals("query") && random.nextInt(3) > 0) {
        query.append(query.isEmpty() ? '?' : '&').append(name).append('=').append(text());
      }
    }
    return url + query;
  }

  private String text() {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  private @Nullable String body(JsonNode document, JsonNode operation) {
    JsonNode content = operation.path("requestBody").path("content");
    if (content.isMissingNode() || !content.has("application/json")) {
      return content.isMissingNode() ? null : "{}";
    }
    JsonNode schema = content.path("application/json").path("schema");
    return JsonMapper.shared().writeValueAsString(value(document, schema, 0));
  }

  /** Something that the schema describes, or now and then something else. */
  private JsonNode value(JsonNode document, JsonNode schema, int depth) {
    if (depth > 4 || random.nextInt(6) == 0) {
      return other();
    }
    String reference = schema.path("$ref").asString("");
    if (!reference.isEmpty()) {
      return value(document, document.at(reference.substring(1)), depth + 1);
    }
    if (schema.has("properties")) {
      ObjectNode object = json.objectNode();
      for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
        if (random.nextInt(4) > 0) {
          object.set(property.getKey(), value(document, property.getValue(), depth + 1));
        }
      }
      return object;
    }
    return switch (schema.path("type").asString("")) {
      case "array" -> json.arrayNode().add(value(document, schema.path("items"), depth + 1));
      case "boolean" -> json.booleanNode(random.nextBoolean());
      case "integer", "number" -> json.numberNode(random.nextLong());
      default -> json.stringNode(text());
    };
  }

  private JsonNode other() {
    return switch (random.nextInt(6)) {
      case 0 -> json.nullNode();
      case 1 -> json.numberNode(random.nextInt());
      case 2 -> json.stringNode("\u0000");
      case 3 -> json.arrayNode();
      case 4 -> json.objectNode();
      default -> json.stringNode(text());
    };
  }
}
