package org.packhouse.app.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds every answer that a test gets against the OpenAPI document that the server gives away. */
final class DocumentedAnswers {

  /**
   * Statuses that no operation has by itself: moved repositories, conditions and ranges of HTTP,
   * foreign origins, size, load, full disks and failures. The document has them as "default".
   */
  private static final Set<Integer> OF_ALL =
      Set.of(206, 304, 307, 403, 405, 413, 416, 429, 500, 503, 507);

  /** Variables that take the rest of a path, with its slashes. */
  private static final Set<String> OF_SEVERAL_SEGMENTS = Set.of("{path}", "{name}");

  private static final Node ROOT = read();

  private DocumentedAnswers() {}

  /** A segment of the paths that the document describes, and the statuses of its operations. */
  private record Node(
      Map<String, Node> children, Map<String, Node> variables, Map<String, Set<Integer>> statuses) {

    Node() {
      this(new HashMap<>(), new HashMap<>(), new HashMap<>());
    }

    Node child(String segment) {
      Map<String, Node> of = segment.startsWith("{") ? variables : children;
      return of.computeIfAbsent(segment, _ -> new Node());
    }

    Optional<Set<Integer>> find(String method, List<String> segments) {
      if (segments.isEmpty()) {
        return Optional.ofNullable(statuses.get(method));
      }
      List<String> rest = segments.subList(1, segments.size());
      Node literal = children.get(segments.getFirst());
      Optional<Set<Integer>> found =
          literal == null ? Optional.empty() : literal.find(method, rest);
      for (Map.Entry<String, Node> variable : variables.entrySet()) {
        found = found.or(() -> variable.getValue().find(method, rest));
        if (OF_SEVERAL_SEGMENTS.contains(variable.getKey())) {
          found = found.or(() -> Optional.ofNullable(variable.getValue().statuses.get(method)));
        }
      }
      return found;
    }
  }

  private static Node read() {
    Node root = new Node();
    try (InputStream document =
        Objects.requireNonNull(
            DocumentedAnswers.class.getResourceAsStream(
                "/org/packhouse/app/platform/openapi/openapi.json"))) {
      for (Map.Entry<String, JsonNode> path :
          JsonMapper.shared().readTree(document).path("paths").properties()) {
        Node node = root;
        for (String segment : segments(path.getKey())) {
          node = node.child(segment);
        }
        for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
          Set<Integer> statuses = new TreeSet<>();
          for (String status : operation.getValue().path("responses").propertyNames()) {
            if (!status.equals("default")) {
              statuses.add(Integer.valueOf(status));
            }
          }
          node.statuses.put(operation.getKey().toUpperCase(Locale.ROOT), statuses);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return root;
  }

  /** The segments of a path; a slash at the end and {@code .} say nothing. */
  private static List<String> segments(String path) {
    List<String> segments = new ArrayList<>();
    for (String segment : path.split("/", -1)) {
      if (!segment.isEmpty() && !segment.equals(".")) {
        segments.add(segment);
      }
    }
    return segments;
  }

  /**
   * Fails if the document does not name the status of an answer for the operation. Paths that are
   * no operation's are passed over.
   */
  static void check(String method, URI address, int status, @Nullable String body) {
    String path = address.getRawPath();
    int start = path == null ? -1 : path.indexOf("/rest/");
    if (start < 0 || OF_ALL.contains(status)) {
      return;
    }
    List<String> segments = segments(path.substring(start));
    int version = 2;
    if (segments.size() > version && segments.get(version).matches("[12]\\.0")) {
      segments.set(version, "latest");
    }
    Set<Integer> documented =
        ROOT.find(method.equals("HEAD") ? "GET" : method, segments).orElse(null);
    if (documented != null) {
      assertThat(documented)
          .as("statuses of %s %s in openapi.json; the answer is %s", method, path, body)
          .contains(status);
    }
  }
}
