package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.RestOperations;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

/**
 * Calls every REST operation that the server has, as {@code calls.tsv} says, and checks status,
 * headers and body of each response. An operation without a line there fails the test.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CallsTest {

  private static final String JSON = "application/json;charset=UTF-8";
  private static final Pattern PAST =
      Pattern.compile("/rest/(openapi\\.json|capabilities)|/plugins/.*");

  private final Shapes shapes = new Shapes();
  private TestingServer server;
  private CallWorld world;

  @BeforeAll
  void start(@TempDir Path directory) {
    server = TestingServer.builder().start();
    world = new CallWorld(server, directory);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void everyOperationAnswersAsClientsExpect() {
    List<String> problems = new ArrayList<>();
    for (Call call : Call.all()) {
      TestingRest.Response response = world.send(call);
      List<String> found = new ArrayList<>();
      check(call, response, found);
      if (found.isEmpty()) {
        call.keeps().forEach((name, pointer) -> world.keep(name, response.at(pointer)));
      }
      found.forEach(
          problem -> problems.add(call.operation() + " " + call.values() + ": " + problem));
    }
    assertThat(problems).isEmpty();
  }

  private void check(Call call, TestingRest.Response response, List<String> problems) {
    String body = response.response().body();
    if (response.status() != call.status()) {
      problems.add("%d, not %d: %s".formatted(response.status(), call.status(), body));
      return;
    }
    String type = header(response, "Content-Type");
    require(!header(response, "X-AREQUESTID").isEmpty(), "no X-AREQUESTID", problems);
    require(
        header(response, "X-AUSERNAME").equals(TestingServer.ADMIN), "no X-AUSERNAME", problems);
    switch (call.response()) {
      case "none" -> require(body.isEmpty(), "a body where none is due: " + body, problems);
      case "text" -> require(type.startsWith("text/"), "is " + type, problems);
      case "bytes" -> require(!type.isEmpty() && !body.isEmpty(), "no bytes", problems);
      default -> {
        require(type.equals(JSON), "is " + type, problems);
        problems.addAll(shapes.violations(response.json(), call.response()));
      }
    }
  }

  @Test
  void noOperationIsLeftOut() {
    Set<String> called =
        Call.all().stream().map(Call::operation).collect(Collectors.toCollection(TreeSet::new));
    assertThat(called).containsExactlyInAnyOrderElementsOf(RestOperations.of(server));
  }

  @Test
  void whatIsRefusedHasTheFormOfErrors() {
    List<String> problems = new ArrayList<>();
    for (String operation : RestOperations.of(server)) {
      int space = operation.indexOf(' ');
      String path = operation.substring(space + 1);
      if (PAST.matcher(path).matches()) {
        continue;
      }
      TestingRest.Response response = world.sendNowhere(operation.substring(0, space), path);
      if (response.status() >= 400) {
        List<String> found = shapes.violations(response.json(), "Errors");
        require(
            header(response, "Content-Type").equals(JSON), header(response, "Content-Type"), found);
        require(response.status() < 500, "is " + response.status(), found);
        found.forEach(problem -> problems.add(operation + ": " + problem));
      }
      boolean deletes = operation.startsWith("DELETE ") && path.endsWith("/repos/{slug}");
      if (path.contains("{projectKey}") && response.status() < 400 && !deletes) {
        problems.add(operation + ": serves a project that is not there: " + response.status());
      }
    }
    assertThat(problems).isEmpty();
  }

  private static void require(boolean fine, String otherwise, List<String> problems) {
    if (!fine) {
      problems.add(otherwise);
    }
  }

  private static String header(TestingRest.Response response, String name) {
    return response.response().headers().firstValue(name).orElse("");
  }
}
