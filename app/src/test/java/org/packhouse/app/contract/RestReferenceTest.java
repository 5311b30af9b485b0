package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import tools.jackson.databind.JsonNode;

/**
 * Makes {@code docs/rest.md} of the server's OpenAPI document and of all operations of the dialect,
 * and compares it with the file that is there. If they differ, the right one lies in {@code
 * app/target/rest.md}: copy it.
 */
class RestReferenceTest {

  private static final Path FILE = Path.of("../docs/rest.md");
  private static final Path RIGHT = Path.of("target/rest.md");
  private static final String HEAD =
      """
      # REST

      Made by `RestReferenceTest`. `/help/rest` of any server and its `/rest/openapi.json` describe in full what is answered.
      This lists, area by area, which operations of the dialect, Bitbucket Data Center's, are answered, planned or never to
      come. `/rest/packhouse` is Packhouse's own.
      """;

  private static final Set<String> METHODS = Set.of("get", "put", "post", "patch", "delete");

  private enum Fate {
    PLANNED,
    NEVER
  }

  /** A line of {@code dialect-fates.tsv}. */
  private record Rule(Pattern path, Fate fate, String why) {
    static Rule of(String line) {
      String[] cells = line.split("\t", -1);
      return new Rule(
          Pattern.compile(cells[0]), Fate.valueOf(cells[1].toUpperCase(Locale.ROOT)), cells[2]);
    }
  }

  @Test
  void saysOfEveryOperationWhatBecomesOfIt() throws IOException {
    String right = text(answered());
    Files.writeString(RIGHT, right);
    assertThat(Files.readString(FILE))
        .as("docs/rest.md is out of date; the right one is app/target/rest.md")
        .isEqualTo(right);
  }

  /** Such as {@code GET /rest/api/latest/projects}, of the document. */
  private static Set<String> answered() {
    JsonNode paths =
        TestingRest.anonymous(TestingServer.shared()).get("/rest/openapi.json").json().get("paths");
    Set<String> operations = new TreeSet<>();
    paths
        .properties()
        .forEach(path ->
            path.getValue().propertyNames().stream()
                .filter(METHODS::contains)
                .forEach(method ->
                    operations.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
    return operations;
  }

  private static String text(Set<String> answered) {
    Set<String> there = answered.stream().map(RestReferenceTest::form).collect(Collectors.toSet());
    List<Rule> rules = TextFile.lines("dialect-fates.tsv").stream().map(Rule::of).toList();
    Map<String, List<String>> areas = new TreeMap<>();
    answered.forEach(operation -> area(areas, operation).add(operation));
    Map<String, Map<String, List<String>>> others = new TreeMap<>();
    for (String operation : TextFile.lines("dialect-operations.txt")) {
      if (!there.contains(form(operation)) && !there.contains(form(operation) + "/{}")) {
        Rule rule = rule(rules, operation);
        String word = rule.fate() == Fate.PLANNED ? "Planned" : "Never";
        others
            .computeIfAbsent(areaOf(operation), _ -> new TreeMap<>())
            .computeIfAbsent("%s (%s)".formatted(word, rule.why()), _ -> new ArrayList<>())
            .add(operation);
      }
    }
    Set<String> all = new TreeSet<>(areas.keySet());
    all.addAll(others.keySet());
    StringBuilder text = new StringBuilder(HEAD);
    for (String area : all) {
      text.append("\n## ").append(area).append('\n');
      append(text, "Answered", areas.getOrDefault(area, List.of()));
      others.getOrDefault(area, Map.of()).forEach((fate, lines) -> append(text, fate, lines));
    }
    return text.toString();
  }

  private static void append(StringBuilder text, String title, List<String> operations) {
    if (!operations.isEmpty()) {
      text.append("\n%s:\n\n".formatted(title));
      operations.stream()
          .sorted()
          .collect(
              Collectors.groupingBy(
                  RestReferenceTest::path,
                  TreeMap::new,
                  Collectors.mapping(
                      operation -> operation.substring(0, operation.indexOf(' ')),
                      Collectors.joining(", "))))
          .forEach((path, methods) -> text.append("- `%s`: %s\n".formatted(path, methods)));
    }
  }

  private static String path(String operation) {
    return operation.substring(operation.indexOf(' ') + 1);
  }

  private static Rule rule(List<Rule> rules, String operation) {
    String path = path(operation);
    return rules.stream()
        .filter(rule -> rule.path().matcher(path).find())
        .findFirst()
        .orElseThrow(() ->
            new AssertionError(
                operation + " is not answered, and no rule says what becomes of it"));
  }

  private static List<String> area(Map<String, List<String>> areas, String operation) {
    return areas.computeIfAbsent(areaOf(operation), _ -> new ArrayList<>());
  }

  /** The first two parts of the path. */
  private static String areaOf(String operation) {
    String[] parts = path(operation).split("/", -1);
    return "/" + parts[1] + (parts.length > 2 ? "/" + parts[2] : "");
  }

  /** Names of parameters, and how a user's repositories are named, make no difference. */
  private static String form(String operation) {
    return operation
        .replaceAll("\\{[^}]*}", "{}")
        .replaceFirst("([^/])\\{}$", "$1")
        .replace("/1.0/", "/latest/")
        .replace("/users/{}/repos", "/projects/{}/repos");
  }
}
