package org.packhouse.lab.target;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.packhouse.lab.target.Endpoint.Credentials;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Reads the metrics that a server tells, as Prometheus or as JSON. */
final class ServerMetrics {

  private static final List<String> PATHS =
      List.of(
          "/metrics",
          "/actuator/prometheus",
          "/rest/packhouse/latest/metrics",
          "/rest/packhouse/latest/admin/scm-cache");
  private static final Pattern SAMPLE =
      Pattern.compile("([A-Za-z_:][\\w:]*(?:\\{.*})?)\\s+(\\S+)(?:\\s+\\d+)?");

  private ServerMetrics() {}

  /** Metrics by name and labels; nothing of a server that tells none. */
  static Map<String, Double> read(URI server, Credentials credentials) throws IOException {
    Map<String, Double> found = new TreeMap<>();
    try (Rest rest = new Rest(server, credentials)) {
      for (String path : PATHS) {
        Rest.Response response = rest.send("GET", path, null);
        if (response.status() == 200) {
          found.putAll(parse(response.body()));
        }
      }
    }
    return found;
  }

  /** Metrics in a text of either form; what is no metric is passed over. */
  static Map<String, Double> parse(String text) {
    Map<String, Double> found = new TreeMap<>();
    if (text.stripLeading().startsWith("{")) {
      try {
        flatten("", new ObjectMapper().readTree(text), found);
      } catch (JacksonException noJson) {
        return Map.of();
      }
    } else {
      text.lines().forEach(line -> sample(line, found));
    }
    return found;
  }

  private static void sample(String line, Map<String, Double> found) {
    Matcher matcher = SAMPLE.matcher(line);
    if (matcher.matches()) {
      try {
        found.put(matcher.group(1), Double.valueOf(matcher.group(2)));
      } catch (NumberFormatException noNumber) {
        return;
      }
    }
  }

  private static void flatten(String name, JsonNode node, Map<String, Double> found) {
    if (node.isNumber()) {
      found.put(name, node.asDouble());
    } else if (node.isObject()) {
      node.properties()
          .forEach(it ->
              flatten(
                  name.isEmpty() ? it.getKey() : name + "." + it.getKey(), it.getValue(), found));
    }
  }
}
