package org.packhouse.lab.target;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;

/** The pull requests that are open in a repository before anything is measured. */
final class OpenPullRequests {

  private static final int AT_ONCE = 8;
  private static final int PAGE = 1000;

  private final Rest user;
  private final String repository;

  /**
   * Those of a repository.
   *
   * @param repository its path in REST
   */
  OpenPullRequests(Rest user, String repository) {
    this.user = user;
    this.repository = repository;
  }

  /**
   * Opens so many, each from another branch into the default one.
   *
   * @throws IOException if the server refuses one, or there are not as many branches
   */
  void open(int count) throws IOException {
    if (count == 0) {
      return;
    }
    List<String> branches = branches(count);
    String target = branches.removeFirst();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<?>> opened = new ArrayList<>();
      for (String branch : branches.subList(0, count)) {
        opened.add(threads.submit(() -> open(branch, target)));
      }
      for (Future<?> each : opened) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("A pull request cannot be opened: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }

  private void open(String branch, String target) {
    try {
      user.post(
          repository + "/pull-requests",
          Map.of(
              "title",
              "Merge " + branch,
              "fromRef",
              Map.of("id", branch),
              "toRef",
              Map.of("id", target)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The default branch, and others. */
  private List<String> branches(int others) throws IOException {
    List<String> found = new ArrayList<>();
    found.add(user.get(repository + "/branches/default").path("id").asString());
    JsonNode page = null;
    int start = 0;
    while (found.size() <= others && (page == null || !page.path("isLastPage").asBoolean())) {
      page = user.get("%s/branches?limit=%d&start=%d".formatted(repository, PAGE, start));
      for (JsonNode branch : page.path("values")) {
        String id = branch.path("id").asString();
        if (!found.contains(id)) {
          found.add(id);
        }
      }
      start = page.path("nextPageStart").asInt(0);
    }
    if (found.size() <= others) {
      throw new IOException("%s has %d branches".formatted(repository, found.size()));
    }
    return found;
  }
}
