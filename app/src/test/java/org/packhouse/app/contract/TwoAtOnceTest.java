package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingRest.Response;
import org.packhouse.app.testing.TestingServer;

/** Two who call the same operation at once, or its counterpart: neither makes the server fail. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoAtOnceTest {

  /** Of each pair of operations, among which the scheduler chooses another order each time. */
  private static final int ROUNDS = 4;

  /** At which a repository goes. */
  private static final int MOMENTS = 4;

  @TempDir private Path directory;
  private TestingServer server;
  private TestingRest admin;
  private CallWorld world;

  @BeforeAll
  void start() {
    server = TestingServer.builder().with("housekeeping.enabled", "false").start();
    admin = TestingRest.admin(server);
  }

  @BeforeEach
  void begin() {
    world = new CallWorld(server, directory);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  /** Each line of {@code calls.tsv} finds what the line before it has made. */
  @Test
  void everyChangeIsMadeTwiceAtOnce() throws Exception {
    List<String> failures = new ArrayList<>();
    for (Call call : Call.all()) {
      if (call.method().equals("GET")) {
        keep(call, world.send(call));
        continue;
      }
      Response kept = null;
      Callable<Response> change = () -> world.send(call);
      for (Response response : atOnce(List.of(change, change))) {
        if (response.status() >= 500) {
          failures.add(call.operation() + ": " + response.response().body());
        } else if (response.status() < 300 && kept == null) {
          kept = response;
        }
      }
      if (kept != null) {
        keep(call, kept);
      }
    }
    assertThat(failures).isEmpty();
    // It goes on serving.
    assertThat(admin.get("projects").status()).isEqualTo(200);
  }

  /**
   * Each DELETE of {@code calls.tsv} runs beside the changes of what it removes. Before each round
   * the resource is made again.
   */
  @Test
  void everyResourceIsChangedAndRemovedAtOnce() throws Exception {
    List<String> failures = new ArrayList<>();
    List<Call> before = new ArrayList<>();
    int pairs = 0;
    for (Call call : Call.all()) {
      List<Call> changes =
          call.method().equals("DELETE") && call.status() < 300
              ? changesOf(call, before)
              : List.of();
      if (changes.isEmpty()) {
        keep(call, world.send(call));
      } else {
        pairs++;
        for (int round = 0; round < ROUNDS; round++) {
          changeAndRemove(call, changes, failures);
          Call maker = makerOf(call, before);
          if (maker != null) {
            keep(maker, world.send(maker));
          }
        }
        // What comes next in the file finds it gone.
        world.send(call.ofVersion(version(call)));
      }
      before.add(call);
    }
    assertThat(failures).isEmpty();
    assertThat(pairs).isGreaterThan(60);
  }

  /** A repository goes at one moment or another while three walk through all that is in it. */
  @Test
  void everythingInARepositoryIsChangedWhileItGoes() throws Exception {
    List<String> failures = new ArrayList<>();
    for (int round = 0; round < MOMENTS; round++) {
      CallWorld own = new CallWorld(server, directory.resolve("round" + round));
      String repository = "/repos/" + own.usual("slug") + "/";
      List<Call> calls =
          Call.all().stream().filter(call -> own.place(call).contains(repository)).toList();
      Semaphore sent = new Semaphore(0);
      int until = calls.size() * round / MOMENTS;
      Callable<List<Response>> walk =
          () -> {
            List<Response> responses = new ArrayList<>();
            for (Call call : calls) {
              Response response = own.send(call);
              responses.add(response);
              if (response.status() < 300) {
                call.keeps().forEach((name, pointer) -> own.keep(name, response.at(pointer)));
              }
              sent.release();
            }
            return responses;
          };
      String path = "projects/%s/repos/%s".formatted(own.usual("projectKey"), own.usual("slug"));
      Callable<List<Response>> removal =
          () -> {
            sent.acquire(until);
            return List.of(admin.delete(path));
          };
      for (List<Response> responses : atOnce(List.of(walk, walk, walk, removal))) {
        responses.stream()
            .filter(response -> response.status() >= 500)
            .forEach(response ->
                failures.add(response.response().request() + ": " + response.response().body()));
      }
      assertThat(admin.get(path).status()).isEqualTo(404);
    }
    assertThat(failures).isEmpty();
  }

  /** The changes at the same path as the removal, or below it, in the order of the file. */
  private List<Call> changesOf(Call removal, List<Call> before) {
    String removed = world.place(removal);
    return before.stream()
        .filter(call -> call.method().equals("PUT") || call.method().equals("POST"))
        .filter(call -> (world.place(call) + "/").startsWith(removed + "/"))
        .toList();
  }

  /** The last call whose response named what the removal names, or that made one beside it. */
  private static @Nullable Call makerOf(Call removal, List<Call> before) {
    String pattern = removal.operation().substring("DELETE ".length());
    String collection = "POST " + pattern.substring(0, pattern.lastIndexOf('/'));
    return last(
            before,
            call ->
                call.keeps().keySet().stream()
                    .anyMatch(name ->
                        removal.values().contains("${" + name + "}")
                            || pattern.endsWith("{" + name + "}")))
        .or(() -> last(before, call -> call.operation().equals(collection)))
        .orElse(null);
  }

  private static Optional<Call> last(List<Call> calls, Predicate<Call> wanted) {
    return calls.reversed().stream().filter(wanted).findFirst();
  }

  private void changeAndRemove(Call removal, List<Call> changes, List<String> failures)
      throws Exception {
    int version = version(removal);
    List<Callable<Response>> calls = new ArrayList<>();
    for (Call change : changes) {
      calls.add(() -> world.send(change.ofVersion(version)));
    }
    while (calls.size() < 2) {
      calls.add(calls.getFirst());
    }
    for (int i = 0; i < 2; i++) {
      calls.add(() -> world.send(removal.ofVersion(version)));
    }
    for (Response response : atOnce(calls)) {
      if (response.status() >= 500) {
        failures.add(removal.operation() + " beside changes: " + response.response().body());
      }
    }
    Response left = world.send(readerOf(removal));
    if (left.status() != 200 && left.status() != 204 && left.status() != 404) {
      failures.add(removal.operation() + " leaves " + left.status() + left.response().body());
    }
  }

  private int version(Call removal) {
    return world.send(readerOf(removal)).json().path("version").asInt(0);
  }

  /** The GET of what is removed, or of the nearest place above it that has one. */
  private static Call readerOf(Call removal) {
    Set<String> readers =
        Call.all().stream()
            .map(Call::operation)
            .filter(operation -> operation.startsWith("GET "))
            .collect(Collectors.toSet());
    String reader = "GET " + removal.operation().substring("DELETE ".length());
    while (!readers.contains(reader)) {
      int end = reader.lastIndexOf('/');
      reader =
          end > "GET /rest/api/latest".length()
              ? reader.substring(0, end)
              : removal.operation().replaceFirst("DELETE /rest/[^/]+/", "GET /rest/api/");
    }
    return new Call(reader, removal.values(), "", 200, "", Map.of());
  }

  private void keep(Call call, Response response) {
    if (response.status() < 300) {
      call.keeps().forEach((name, pointer) -> world.keep(name, response.at(pointer)));
    }
  }

  @Test
  void ofFourWhoDeleteARepositoryOneDoes() throws Exception {
    Project project = TestingProjects.in(server).project();
    for (int round = 0; round < ROUNDS; round++) {
      String path =
          "projects/%s/repos/%s"
              .formatted(project.key(), TestingProjects.in(server).repository(project).slug());
      Callable<Response> delete = () -> admin.delete(path);
      assertThat(atOnce(List.of(delete, delete, delete, delete)))
          .extracting(Response::status)
          .allMatch(status -> status == 202 || status == 204)
          .containsOnlyOnce(202);
      assertThat(admin.get(path).status()).isEqualTo(404);
    }
  }

  @Test
  void aWebhookIsChangedAndRemovedAtOnce() throws Exception {
    String project = "projects/" + TestingProjects.in(server).project().key() + "/webhooks";
    String body = "{'name':'n','url':'http://a.example.org/','events':['repo:modified']%s}";
    for (int round = 0; round < ROUNDS; round++) {
      String made = project + "/" + admin.post(project, body.formatted("")).at("/id");
      List<Response> responses =
          atOnce(
              List.of(
                  () -> admin.put(made, body.formatted(",'active':false")),
                  () -> admin.delete(made),
                  () -> admin.put(made, body.formatted("")),
                  () -> admin.delete(made)));
      assertThat(responses)
          .allSatisfy(response ->
              assertThat(response.status())
                  .as(response.response().body())
                  .isIn(200, 204, 404, 409));
      assertThat(responses).anyMatch(response -> response.status() == 204);
      assertThat(admin.get(made).status()).isEqualTo(404);
    }
  }

  private static <T> List<T> atOnce(List<Callable<T>> calls) throws Exception {
    CyclicBarrier together = new CyclicBarrier(calls.size());
    try (ExecutorService threads = Executors.newFixedThreadPool(calls.size())) {
      List<Future<T>> futures = new ArrayList<>();
      for (Callable<T> call : calls) {
        futures.add(
            threads.submit(() -> {
              together.await();
              return call.call();
            }));
      }
      List<T> responses = new ArrayList<>();
      for (Future<T> future : futures) {
        responses.add(future.get());
      }
      return responses;
    }
  }
}
