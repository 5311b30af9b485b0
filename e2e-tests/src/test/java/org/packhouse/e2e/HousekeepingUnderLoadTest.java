package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Shell;
import org.packhouse.lab.process.Launcher;

/**
 * Housekeeping replaces and removes packs while people push and clone, until nothing is left to be
 * removed: every push that was acknowledged is there. {@code -Dkill.rounds=N} kills the server more
 * often, or less.
 */
@SuppressWarnings("NullAway.Init") // each test starts the server first
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class HousekeepingUnderLoadTest {

  private static final String PROJECT = "LOAD";
  private static final int CLONING_CLIENTS = 6;
  private static final int PUSHING_CLIENTS = 3;
  private static final int PUSHES = 25;

  /** How often the server is killed; 40 for a long run. */
  private static final int KILLS = Integer.getInteger("kill.rounds", 12);

  @TempDir private Path directory;
  private final List<Pushed> repositories = new ArrayList<>();
  private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
  private PackagedServer server;

  /**
   * A repository, the work tree that is pushed to it, and the commit that was acknowledged last.
   */
  private static final class Pushed {

    private final String name;
    private final Shell shell;
    private final Path work;
    private volatile String acknowledged = "";

    Pushed(String name, Shell shell, Path work) {
      this.name = name;
      this.shell = shell;
      this.work = work;
    }
  }

  private PackagedServer.Builder builder(Path home) {
    return PackagedServer.builder(home)
        .with("scm-cache.enabled", "false")
        .with("git.engine", "native")
        .with("scm.git.execution-timeout", "1m")
        .with("housekeeping.longest-operation", "5s");
  }

  @Test
  void losesNoPushInRoundsOfPushesAndShallowClones() throws Exception {
    try (PackagedServer started = builder(PackagedServer.newDirectory()).start()) {
      server = started;
      create(4);
      for (int round = 0; round < 2; round++) {
        load(PUSHES, false);
        assertThat(failures).isEmpty();
        waitUntilAllReplacedPacksAreRemoved();
      }
      assertWhole();
    }
  }

  @Test
  @Tag("full")
  @Tag("housekeeping")
  void losesNoPushInTenMinutesOfEverything() throws Exception {
    try (PackagedServer started = builder(PackagedServer.newDirectory()).start()) {
      server = started;
      create(20);
      long until = System.nanoTime() + Duration.ofMinutes(10).toNanos();
      for (int round = 0; System.nanoTime() < until; round++) {
        load(PUSHES, true);
        assertThat(failures).isEmpty();
        if (round < 6) {
          fork(repositories.get(round), "fork-" + round);
        }
      }
      waitUntilAllReplacedPacksAreRemoved();
      assertWhole();
    }
  }

  @Test
  @Tag("full")
  @Tag("housekeeping")
  @Timeout(value = 120, unit = TimeUnit.MINUTES)
  void losesNoAcknowledgedPushWhenTheServerIsKilledAgainAndAgain() throws Exception {
    Path home = PackagedServer.newDirectory();
    server = builder(home).start();
    create(6);
    Random random = new Random(10);
    for (int round = 0; round < KILLS; round++) {
      AtomicBoolean killed = new AtomicBoolean();
      try (ExecutorService threads = Executors.newCachedThreadPool()) {
        List<Future<?>> pushing = new ArrayList<>();
        for (Pushed repository : repositories) {
          pushing.add(threads.submit(() -> pushUntil(killed, repository)));
        }
        Duration life = Duration.ofMillis(4_000 + random.nextInt(8_000));
        await().atMost(Duration.ofMinutes(1)).pollDelay(life).until(() -> true);
        killed.set(true);
        server.kill();
        for (Future<?> one : pushing) {
          one.get();
        }
      }
      server = builder(home).onPortsOf(server).start();
    }
    try (PackagedServer last = server) {
      waitUntilAllReplacedPacksAreRemoved();
      assertWhole();
      assertThat(last.process().isAlive()).isTrue();
    }
  }

  private void create(int count) {
    for (int i = 0; i < count; i++) {
      String name = "repository-" + i;
      server.rest().createRepository(PROJECT, name);
      Shell shell = new Shell(home("person-" + i));
      Path work = shell.repository(name);
      shell.git(work, "remote", "add", "origin", server.httpUrl(PROJECT, name));
      Pushed repository = new Pushed(name, shell, work);
      repositories.add(repository);
      push(repository, "main");
    }
  }

  private Path home(String name) {
    try {
      return Files.createDirectory(directory.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void fork(Pushed origin, String name) {
    server
        .rest()
        .post(
            "/rest/api/latest/projects/%s/repos/%s".formatted(PROJECT, origin.name),
            Map.of("name", name, "project", Map.of("key", PROJECT)));
    Shell shell = new Shell(home("person-of-" + name));
    shell.git(directory, "clone", "-q", server.httpUrl(PROJECT, name), shell.home() + "/work");
    Pushed fork = new Pushed(name, shell, shell.home().resolve("work"));
    shell.git(fork.work, "config", "user.name", "Fay Fork");
    shell.git(fork.work, "config", "user.email", "fay@example.org");
    fork.acknowledged = shell.git(fork.work, "rev-parse", "HEAD").strip();
    repositories.add(fork);
  }

  /** So many pushes to each repository while clients clone what there is. */
  private void load(int pushes, boolean branches) throws InterruptedException, ExecutionException {
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> cloning = new ArrayList<>();
      for (int i = 0; i < CLONING_CLIENTS; i++) {
        int client = i;
        cloning.add(threads.submit(() -> cloneUntil(done, client)));
      }
      List<Future<?>> pushing = new ArrayList<>();
      for (int i = 0; i < PUSHING_CLIENTS; i++) {
        int client = i;
        pushing.add(
            threads.submit(() -> {
              for (int n = 0; n < pushes; n++) {
                for (int r = client; r < repositories.size(); r += PUSHING_CLIENTS) {
                  pushOneOf(repositories.get(r), branches, n);
                }
              }
            }));
      }
      try {
        for (Future<?> one : pushing) {
          one.get();
        }
      } finally {
        done.set(true);
      }
      for (Future<?> one : cloning) {
        one.get();
      }
    }
  }

  private void pushOneOf(Pushed repository, boolean branches, int n) {
    if (branches && n % 5 == 3) {
      repository.shell.git(repository.work, "push", "-q", "origin", "HEAD:refs/heads/topic");
      repository.shell.git(repository.work, "push", "-q", "origin", ":refs/heads/topic");
    } else if (branches && n % 5 == 4) {
      repository.shell.git(repository.work, "reset", "-q", "--hard", "HEAD~1");
      push(repository, "+main");
    } else {
      push(repository, "main");
    }
  }

  private void push(Pushed repository, String refspec) {
    repository.shell.commit(
        repository.work, "file-" + System.nanoTime() % 50, "content " + System.nanoTime() + "\n");
    repository.shell.git(repository.work, "push", "-q", "origin", refspec);
    repository.acknowledged = repository.shell.git(repository.work, "rev-parse", "HEAD").strip();
  }

  private void pushUntil(AtomicBoolean end, Pushed repository) {
    while (!end.get()) {
      repository.shell.commit(repository.work, "file", "content " + System.nanoTime() + "\n");
      Shell.Result result =
          repository.shell.tryGit(repository.work, "push", "-q", "origin", "main");
      if (result.status() == 0) {
        repository.acknowledged =
            repository.shell.git(repository.work, "rev-parse", "HEAD").strip();
      }
    }
  }

  private void cloneUntil(AtomicBoolean end, int client) {
    Random random = new Random(client);
    Shell shell = new Shell(home("client-" + System.nanoTime() + "-" + client));
    for (int n = 0; !end.get(); n++) {
      Pushed repository = repositories.get(random.nextInt(repositories.size()));
      Shell.Result clone =
          shell.tryGit(
              directory,
              "clone",
              "-q",
              "--depth=1",
              server.httpUrl(PROJECT, repository.name),
              shell.home() + "/clone-" + n);
      if (clone.status() != 0) {
        failures.add(repository.name + ": " + clone.err());
      }
    }
  }

  private void waitUntilAllReplacedPacksAreRemoved() {
    await()
        .atMost(Duration.ofMinutes(6))
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(() -> assertThat(bareRepositories()).allMatch(it -> packs(it) < 26));
  }

  private List<Path> bareRepositories() throws IOException {
    Path top = server.home().resolve("shared/repositories");
    try (Stream<Path> found =
        Files.find(top, 2, (path, attributes) -> path.toString().endsWith(".git"))) {
      return found.toList();
    }
  }

  private static long packs(Path repository) {
    try (Stream<Path> files = Files.list(repository.resolve("objects/pack"))) {
      return files.filter(file -> file.toString().endsWith(".pack")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertWhole() throws IOException {
    Shell judge = new Shell(home("judge"));
    for (Path repository : bareRepositories()) {
      Shell.Result fsck =
          judge.attempt(
              directory, "git", "--git-dir=" + repository, "fsck", "--full", "--no-dangling");
      assertThat(fsck.status()).as(repository + ": " + fsck.text()).isZero();
      assertThat(fsck.text()).doesNotContain("missing", "broken");
    }
    for (Pushed repository : repositories) {
      Path clone = judge.home().resolve(repository.name);
      judge.git(
          directory,
          "clone",
          "-q",
          "--mirror",
          server.httpUrl(PROJECT, repository.name),
          clone + "");
      // A push whose answer was lost may have gone further.
      judge.git(clone, "merge-base", "--is-ancestor", repository.acknowledged, "main");
    }
    assertThat(server.console())
        .doesNotContain("which is in no pack that stays")
        .doesNotContain("need what is not there");
    assertThat(verify())
        .contains("Looked at " + repositories.size() + " repositories: all are whole.");
  }

  /** Beside the running server, on its embedded database. */
  private String verify() throws IOException {
    Process verify =
        Launcher.command(List.of("admin", "verify", "--home", server.home().toString()))
            .redirectErrorStream(true)
            .start();
    return new String(verify.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
