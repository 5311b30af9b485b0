package org.packhouse.e2e.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Shell;
import org.packhouse.lab.data.Directories;

/**
 * Works as people do: reads pages and REST, pushes, clones over HTTP and SSH, and notes how long
 * each took and what went wrong.
 */
final class NormalClient implements Runnable {

  private static final String PROJECT = "NORMAL";
  private static final String REPOSITORY = "daily";

  private static final long SLOW = 2000;

  private final PackagedServer server;
  private final Shell shell;
  private final Path work;
  private final AtomicBoolean done = new AtomicBoolean();
  private final Map<String, List<Long>> milliseconds = new TreeMap<>();
  private final List<String> errors = new ArrayList<>();
  private final List<String> slow = new ArrayList<>();
  private volatile String attack = "";

  NormalClient(PackagedServer server, Shell shell) {
    this.server = server;
    this.shell = shell;
    server.rest().createRepository(PROJECT, REPOSITORY);
    server.rest().post("/rest/ssh/latest/keys", Map.of("text", shell.makeKey()));
    work = shell.repository(REPOSITORY);
    shell.git(work, "remote", "add", "origin", server.httpUrl(PROJECT, REPOSITORY));
    shell.git(work, "push", "-q", "origin", "main");
  }

  @Override
  public void run() {
    for (int round = 0; !done.get(); round++) {
      String text = "round " + round + "\n";
      shell.commit(work, "a.txt", text);
      timed("push", () -> gitMustSucceed(work, "push", "-q", "origin", "main"));
      timed("REST", () -> get("/rest/api/latest/projects/NORMAL/repos/daily/commits?limit=5"));
      timed("REST", () -> get("/rest/api/latest/projects/NORMAL/repos/daily/raw/a.txt"));
      timed("page", () -> get("/projects/NORMAL/repos/daily/raw/a.txt"));
      timed("page", () -> get("/login"));
      cloneAndCompare("clone over HTTP", server.httpUrl(PROJECT, REPOSITORY), text);
      cloneAndCompare("clone over SSH", server.sshUrl(PROJECT, REPOSITORY), text);
    }
  }

  /** Ends after the round that runs. */
  void stop() {
    done.set(true);
  }

  /** Tells it what the server suffers meanwhile. */
  void during(String name) {
    attack = name;
  }

  /** What took longer than a person likes to wait, and when. */
  List<String> slow() {
    return slow;
  }

  /** What went wrong. */
  List<String> errors() {
    return errors;
  }

  /** How many of each kind were made. */
  Map<String, Integer> counts() {
    Map<String, Integer> counts = new TreeMap<>();
    milliseconds.forEach((kind, times) -> counts.put(kind, times.size()));
    return counts;
  }

  /** Milliseconds within which 99 of 100 of each kind were done. */
  Map<String, Long> slowest() {
    Map<String, Long> slowest = new TreeMap<>();
    milliseconds.forEach((kind, times) -> {
      List<Long> sorted = times.stream().sorted().toList();
      slowest.put(kind, sorted.get((int) Math.ceil(sorted.size() * 0.99) - 1));
    });
    return slowest;
  }

  private void timed(String kind, Runnable action) {
    long began = System.nanoTime();
    try {
      action.run();
    } catch (RuntimeException | AssertionError e) {
      errors.add("%s during %s: %s".formatted(kind, attack, e.getMessage()));
    }
    long took = (System.nanoTime() - began) / 1_000_000;
    if (took > SLOW) {
      slow.add("%s during %s: %d ms".formatted(kind, attack, took));
    }
    milliseconds.computeIfAbsent(kind, _ -> new ArrayList<>()).add(took);
  }

  private void get(String path) {
    int status = server.rest().send("GET", path, null).status();
    if (status != 200) {
      throw new AssertionError(path + " answers " + status);
    }
  }

  private void gitMustSucceed(Path directory, String... arguments) {
    Shell.Result result = shell.tryGit(directory, arguments);
    if (result.status() != 0) {
      throw new AssertionError(result.text());
    }
  }

  private void cloneAndCompare(String kind, String url, String text) {
    Path clone = shell.home().resolve("clone");
    timed(kind, () -> gitMustSucceed(shell.home(), "clone", "-q", url, clone.toString()));
    try {
      if (Files.exists(clone)) {
        if (!Files.readString(clone.resolve("a.txt")).equals(text)) {
          errors.add(kind + ": not what was pushed last");
        }
        Directories.delete(clone);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
