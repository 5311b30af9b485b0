package org.packhouse.lab.target;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.packhouse.lab.data.TestRepository;

/** Gives the repositories of a Packhouse server forks and webhooks. */
final class PackhouseSurroundings {

  private static final int AT_ONCE = 4;

  private final Rest admin;
  private final String repositories;

  /**
   * Those of a project.
   *
   * @param repositories the path of its repositories in REST, with a slash at its end
   */
  PackhouseSurroundings(Rest admin, String repositories) {
    this.admin = admin;
    this.repositories = repositories;
  }

  /** Makes the forks of a repository, in the project of a key. */
  void fork(TestRepository repository, String project) throws IOException {
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<Rest.Response>> made =
          IntStream.rangeClosed(1, repository.surroundings().forks())
              .mapToObj(number ->
                  threads.submit(() ->
                      admin.post(
                          repositories + repository.name(),
                          Map.of(
                              "name",
                              repository.name() + "-fork-" + number,
                              "project",
                              Map.of("key", project)))))
              .toList();
      for (Future<Rest.Response> each : made) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("A fork cannot be made: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }

  /** Has a receiver told of each push, by each of the webhooks. */
  void tell(TestRepository repository, URI receiver) throws IOException {
    for (int number = 1; number <= repository.surroundings().webhooks(); number++) {
      admin.post(
          repositories + repository.name() + "/webhooks",
          Map.of(
              "name",
              "Webhook " + number,
              "url",
              receiver + "?number=" + number,
              "events",
              List.of("repo:refs_changed"),
              "active",
              true));
    }
  }
}
