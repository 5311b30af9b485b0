package org.packhouse.app.platform.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingServer;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.context.support.WebApplicationContextUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the OpenAPI document from the controllers and compares it with the one that the server
 * carries. If they differ, the right one lies in {@code app/target/openapi.json}: copy it.
 */
class ApiDocumentTest {

  private static final Path FILE =
      Path.of("src/main/resources/org/packhouse/app/platform/openapi/openapi.json");
  private static final Path RIGHT = Path.of("target/openapi.json");

  private final JsonMapper json = JsonMapper.shared();

  @Test
  void isThatOfTheControllers() throws IOException {
    WebApplicationContext server =
        WebApplicationContextUtils.getRequiredWebApplicationContext(
            TestingServer.shared().get(ServletContext.class));
    JsonNode document = json.readTree(DocumentContext.describe(server));
    sortTypes(document);
    String right = lines(document, 2) + "\n";
    Files.writeString(RIGHT, right);
    List<String> there = Files.exists(FILE) ? Files.readAllLines(FILE) : List.of("{}");
    List<String> different = new ArrayList<>(right.lines().toList());
    different.removeAll(there);
    // Not by lines alone: the properties that are methods of a type come in the JVM's order.
    assertThat(document.equals(json.readTree(String.join("\n", there))))
        .as("%s is out of date in %s; the right one is app/%s", FILE, different, RIGHT)
        .isTrue();
  }

  /** Springdoc has the types of a value in no order. */
  private static void sortTypes(JsonNode node) {
    for (JsonNode each : node) {
      sortTypes(each);
    }
    if (node instanceof ObjectNode object && object.get("type") instanceof ArrayNode types) {
      List<String> sorted = types.valueStream().map(JsonNode::asString).sorted().toList();
      types.removeAll();
      sorted.forEach(types::add);
    }
  }

  /** Each operation and each schema on a line of its own, so that a change can be read. */
  private String lines(JsonNode node, int deep) {
    if (deep < 0 || !node.isObject() || node.isEmpty()) {
      return json.writeValueAsString(node);
    }
    StringBuilder text = new StringBuilder("{");
    String comma = "\n";
    for (Map.Entry<String, JsonNode> each : node.properties()) {
      text.append(comma)
          .append(json.writeValueAsString(each.getKey()))
          .append(':')
          .append(lines(each.getValue(), deep - 1));
      comma = ",\n";
    }
    return text.append("\n}").toString();
  }
}
