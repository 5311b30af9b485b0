package org.packhouse.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Shell;

/**
 * Somebody who pushes, fetches and clones with real git, through any node and through the next one
 * if that fails, and who knows what the server has said to have.
 */
final class Pusher implements Runnable {

  /** For so long a client tries again before it gives up. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Has git give up on a node that stays silent for ten seconds. */
  private static final List<String> IMPATIENT =
      List.of("-c", "http.lowSpeedLimit=1", "-c", "http.lowSpeedTime=10");

  private final Shell shell;
  private final String name;
  private final String slug;
  private final List<PackagedServer> nodes;
  private final AtomicBoolean over;
  private final AtomicInteger acknowledged;
  private final Path work;
  private final Map<String, String> refs = new TreeMap<>();
  private int turn;
  private int retries;

  /**
   * A pusher with a branch of their own.
   *
   * @param nodes the nodes that serve, which change while one is started again
   * @param over ends the work when it is set
   * @param acknowledged counts pushes that the server has taken
   */
  Pusher(
      Shell shell,
      String name,
      String slug,
      List<PackagedServer> nodes,
      AtomicBoolean over,
      AtomicInteger acknowledged) {
    this.shell = shell;
    this.name = name;
    this.slug = slug;
    this.nodes = nodes;
    this.over = over;
    this.acknowledged = acknowledged;
    this.work = shell.repository("work");
    this.turn = name.hashCode() & 0xff;
  }

  @Override
  public void run() {
    while (!over.get()) {
      step();
    }
  }

  private void step() {
    turn++;
    String parent = shell.git(work, "rev-parse", "HEAD").strip();
    String next =
        shell
            .git(work, "commit-tree", "-p", parent, "-m", name + " " + turn, parent + "^{tree}")
            .strip();
    shell.git(work, "update-ref", "HEAD", next);
    String ref = turn % 5 == 0 ? "refs/tags/" + name + "-" + turn : "refs/heads/" + name;
    succeed("push", "-q", "URL", next + ":" + ref);
    refs.put(ref, next);
    acknowledged.incrementAndGet();
    if (turn % 7 == 0) {
      succeed("fetch", "-q", "URL", "+refs/heads/*:refs/remotes/all/*");
    }
    if (turn % 20 == 0) {
      Path clone = shell.home().resolve("clone");
      succeed("clone", "-q", "--bare", "--depth=1", "URL", clone.toString());
      shell.run("rm", "-rf", clone.toString());
    }
  }

  /** Runs git until it succeeds, on one node after another. */
  private void succeed(String... arguments) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    int node = turn;
    while (true) {
      String url = nodes.get(Math.floorMod(node, nodes.size())).httpUrl(ClusterRun.PROJECT, slug);
      Shell.Result result = shell.tryGit(work, command(arguments, url));
      if (result.status() == 0) {
        return;
      }
      if (System.nanoTime() > end) {
        throw new AssertionError("Nobody takes it: " + result.text());
      }
      if (arguments[0].equals("clone")) {
        shell.run("rm", "-rf", arguments[arguments.length - 1]);
      }
      retries++;
      node++;
    }
  }

  private static String[] command(String[] arguments, String url) {
    return java.util.stream.Stream.concat(
            IMPATIENT.stream(),
            java.util.stream.Stream.of(arguments).map(it -> it.equals("URL") ? url : it))
        .toArray(String[]::new);
  }

  /** How often something had to be tried again. */
  int retries() {
    return retries;
  }

  /** Fails unless a node shows each ref as this pusher left it. */
  void assertNothingLost(PackagedServer node) {
    Map<String, String> shown = new TreeMap<>();
    shell
        .git(work, "ls-remote", "--refs", node.httpUrl(ClusterRun.PROJECT, slug))
        .lines()
        .map(line -> line.split("\t", 2))
        .filter(parts -> parts[1].matches("refs/(heads/%1$s|tags/%1$s-.*)".formatted(name)))
        .forEach(parts -> shown.put(parts[1], parts[0]));
    assertThat(shown).isEqualTo(refs);
  }
}
