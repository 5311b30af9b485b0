package org.packhouse.lab.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.Shell;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.process.Processes;

/** Skipped where nginx or fcgiwrap is not installed. */
class StockGitTargetTest {

  @TempDir private Path directory;

  @BeforeEach
  void needsNginx() {
    for (String program : List.of("/usr/sbin/nginx", "/usr/sbin/fcgiwrap")) {
      assumeTrue(Files.isExecutable(Path.of(program)), () -> "There is no " + program);
    }
  }

  private Target target(String kind) throws IOException {
    TargetPlan plan = new TargetPlan(kind, kind, 1, Map.of(), null);
    return TargetFactory.create(plan, directory.resolve("a target of " + kind));
  }

  @Test
  void servesRealGitOverEveryTransport() throws IOException {
    Shell shell = new Shell(directory);
    TestRepository origin = Origin.large(shell, "one");
    try (Target target = target("stock-git")) {
      target.start(List.of(origin));
      Client client = new Client(shell, target.endpoints().getFirst());
      client.cloneAndPush(client.url(false, "one"), "http");
      client.cloneAndPush(client.url(true, "one"), "https");
      if (SshDaemon.isInstalled()) {
        client.cloneAndPush(client.sshUrl("one"), "ssh");
      }
      assertThat(target.usage().known()).isTrue();
      assertThat(target.usage().processorNanos()).isPositive();
      assertThat(target.usage().anonymousBytes()).isPositive();
    }
    assertThat(Processes.of(directory.resolve("a target of stock-git"))).isEmpty();
    assertThat(directory.resolve("a target of stock-git/data")).doesNotExist();
  }

  @Test
  void asksForThePassword() throws IOException {
    Shell shell = new Shell(directory);
    TestRepository origin = Origin.large(shell, "one");
    try (Target target = target("stock-git")) {
      target.start(List.of(origin));
      String url = new Client(shell, target.endpoints().getFirst()).url(false, "one");
      assertThat(
              shell.tryGit(directory, "ls-remote", url.replace("a-lab-password", "wrong")).text())
          .contains("Authentication failed");
    }
  }

  @Test
  void sendsAPackAsAFile() throws IOException {
    Shell shell = new Shell(directory);
    TestRepository origin = Origin.large(shell, "one");
    try (Target target = target("file")) {
      target.start(List.of(origin));
      Endpoint endpoint = target.endpoints().getFirst();
      String got = directory.resolve("got").toString();
      shell.run("curl", "-sf", "-o", got + ".pack", endpoint.http() + endpoint.scm() + "one.git");
      assertThat(shell.run("git", "index-pack", got + ".pack").strip()).isNotEmpty();
    }
  }
}
