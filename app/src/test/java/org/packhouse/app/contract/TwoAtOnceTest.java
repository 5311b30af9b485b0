package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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

  private static final int ROUNDS = 8;

  private TestingServer server;
  private TestingRest admin;
  private CallWorld world;

  @BeforeAll
  void start(@TempDir Path directory) {
    server = TestingServer.builder().with("housekeeping.enabled", "false").start();
    admin = TestingRest.admin(server);
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
      for (Response response : atOnce(List.of(() -> world.send(call), () -> world.send(call)))) {
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

  private static List<Response> atOnce(List<Callable<Response>> calls) throws Exception {
    CyclicBarrier together = new CyclicBarrier(calls.size());
    try (ExecutorService threads = Executors.newFixedThreadPool(calls.size())) {
      List<Future<Response>> futures = new ArrayList<>();
      for (Callable<Response> call : calls) {
        futures.add(
            threads.submit(() -> {
              together.await();
              return call.call();
            }));
      }
      List<Response> responses = new ArrayList<>();
      for (Future<Response> future : futures) {
        responses.add(future.get());
      }
      return responses;
    }
  }
}
