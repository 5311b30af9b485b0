package org.packhouse.app.storage.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.throttle.TestingTickets;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.testing.GitFixture;
import org.springframework.util.unit.DataSize;

class GitProcessesTest {

  private static final Duration LONG = Duration.ofMinutes(5);

  @TempDir private Path home;
  private Path repository;
  private GitProcesses processes;
  private Ticket ticket;

  @BeforeEach
  void makeRepository() throws IOException {
    ticket =
        TestingTickets.unlimited()
            .acquire(TicketRequest.of(Work.FETCH, TicketRequest.Target.repository(1), "ada"));
    repository = GitFixture.bare(home.resolve("some.git")).directory();
    processes = new GitProcesses(settings("git"), new Homes(home, home));
  }

  @AfterEach
  void nothingRuns() {
    processes.destroy();
    assertThat(processes.running()).isZero();
  }

  @Test
  void givesACommandAnEnvironmentMadeFromNothing() throws IOException {
    GitProcesses scripts = scripts("env; pwd");
    String output =
        scripts.run(ticket, GitCommand.in(repository, "x").environment("GIT_PROTOCOL", "v"));
    assertThat(output.lines().map(line -> line.replaceFirst("=.*", "")))
        .contains("PATH", "GIT_DIR", "GIT_PROTOCOL", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_GLOBAL")
        .doesNotContain("USER", "JAVA_HOME", "LOGNAME");
    assertThat(output).contains("GIT_PROTOCOL=v", "LC_ALL=C", "GIT_DIR=" + repository);
    assertThat(output.strip()).endsWith(repository.toString());
    scripts.destroy();
  }

  @Test
  void startsNothingUnderATicketThatWasGivenBack() {
    ticket.close();
    GitCommand command = GitCommand.in(repository, "version");
    assertThatThrownBy(() -> processes.start(ticket, command))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("given back");
    assertThatThrownBy(() -> processes.run(ticket, command))
        .isInstanceOf(IllegalStateException.class);
    assertThat(processes.started()).isZero();
  }

  @Test
  void givesACommandItsSettings() throws IOException {
    GitCommand config = GitCommand.in(repository, "config", "--list").with("core.abbrev", "9");
    assertThat(processes.run(ticket, config))
        .contains("core.hookspath=/dev/null", "gc.auto=0", "safe.directory=*", "core.abbrev=9")
        .contains("core.bigfilethreshold=32m");
  }

  @Test
  void carriesManyBytesInAndOut() throws IOException {
    byte[] content = new byte[3_000_000];
    new Random(1).nextBytes(content);
    try (GitProcess process = scripts("cat").start(ticket, GitCommand.in(repository, "x"))) {
      process.send(content);
      assertThat(process.stdout().readAllBytes()).isEqualTo(content);
      process.succeed();
    }
  }

  @Test
  void endsACommandThatWritesALargerFileThanItMay() throws IOException {
    GitCommand command = GitCommand.in(repository, "x").fileSize(DataSize.ofKilobytes(64));
    GitProcesses scripts = scripts("head -c 1000000 /dev/zero >large");
    assertThatThrownBy(() -> scripts.run(ticket, command)).isInstanceOf(IOException.class);
    assertThat(repository.resolve("large")).hasSize(64 * 1024);
    scripts.destroy();
  }

  @Test
  void carriesAConversation() throws IOException {
    try (GitProcess process = scripts("cat").start(ticket, GitCommand.in(repository, "x"))) {
      OutputStream stdin = process.stdin();
      for (String word : List.of("one", "two", "three")) {
        stdin.write(word.getBytes(StandardCharsets.UTF_8));
        byte[] response = process.stdout().readNBytes(word.length());
        assertThat(new String(response, StandardCharsets.UTF_8)).isEqualTo(word);
      }
      stdin.close();
      assertThat(process.stdout().read()).isEqualTo(-1);
      process.succeed();
    }
  }

  @Test
  void givesItsInputAwayOnce() throws IOException {
    try (GitProcess process = scripts("cat").start(ticket, GitCommand.in(repository, "x"))) {
      process.send(new byte[3_000]);
      assertThatThrownBy(process::stdin).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(process::sendNothing).isInstanceOf(IllegalStateException.class);
      assertThat(process.stdout().readAllBytes()).hasSize(3_000);
      process.succeed();
    }
    try (GitProcess process = scripts("cat").start(ticket, GitCommand.in(repository, "x"))) {
      OutputStream stdin = process.stdin();
      assertThatThrownBy(() -> process.send(new byte[1])).isInstanceOf(IllegalStateException.class);
      stdin.write('x');
      stdin.close();
      assertThat(process.stdout().readAllBytes()).hasSize(1);
      process.succeed();
    }
  }

  @Test
  void failsACommandThatEndsWellWithoutAllOfItsInput() throws IOException {
    try (GitProcess process =
        scripts("exec <&-; head -c 1 /dev/zero").start(ticket, GitCommand.in(repository, "x"))) {
      assertThat(process.stdout().readAllBytes()).hasSize(1);
      process.send(new byte[300_000]);
      assertThatThrownBy(process::succeed)
          .isInstanceOf(IOException.class)
          .hasMessage("git x ended before it had all of its input");
    }
    try (GitProcess process =
        scripts("exec <&-; head -c 1 /dev/zero").start(ticket, GitCommand.in(repository, "x"))) {
      assertThat(process.stdout().readAllBytes()).hasSize(1);
      process.stdin().write(new byte[9_000]);
      assertThatThrownBy(process::waitFor)
          .isInstanceOf(IOException.class)
          .hasMessage("git x ended before it had all of its input");
    }
  }

  @Test
  void leavesItToAConversationWhatItReads() throws IOException {
    GitCommand command = GitCommand.in(repository, "x").readingWhatItNeeds();
    try (GitProcess process = scripts("exec <&-; head -c 1 /dev/zero").start(ticket, command)) {
      assertThat(process.stdout().readAllBytes()).hasSize(1);
      process.send(new byte[300_000]);
      assertThat(process.waitFor()).isZero();
    }
  }

  @Test
  void handsAllOverWhateverTheOrderOfItsPumps() throws IOException {
    GitProcesses late = TestingGitProcesses.lastFirst(settings(script("cat")), home);
    for (int i = 0; i < 3; i++) {
      try (GitProcess process = late.start(ticket, GitCommand.in(repository, "x"))) {
        process.send(new byte[3_000]);
        assertThat(process.stdout().readAllBytes()).hasSize(3_000);
        process.succeed();
      }
    }
    late.destroy();
  }

  @Test
  void relaysToATargetThatIsSlowWithoutLosingAByte() throws IOException {
    try (GitProcess process =
        scripts("head -c 2000000 /dev/zero").start(ticket, GitCommand.in(repository, "x"))) {
      ByteArrayOutputStream target = new ByteArrayOutputStream();
      OutputStream slow =
          new OutputStream() {
            @Override
            public void write(int value) {
              target.write(value);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
              for (int i = 0; i < length; i++) {
                target.write(bytes[offset + i]);
              }
            }
          };
      assertThat(process.stdout().relayTo(slow)).isEqualTo(2_000_000);
      assertThat(target.size()).isEqualTo(2_000_000);
    }
  }

  @Test
  void tellsExitCodeAndTheBeginningOfStandardError() throws IOException {
    GitProcesses scripts = scripts("echo broken >&2; head -c 900000 /dev/zero >&2; exit 3");
    assertThatThrownBy(() -> scripts.run(ticket, GitCommand.in(repository, "fsck")))
        .isInstanceOfSatisfying(
            GitFailedException.class,
            failure -> {
              assertThat(failure.exitCode()).isEqualTo(3);
              assertThat(failure.stderr()).startsWith("broken").hasSize(16 * 1024);
            })
        .hasMessageStartingWith("git fsck exited with 3: ");
    scripts.destroy();
  }

  @Test
  void killsACommandAndAllThatItStartedWhenClosed() throws IOException {
    GitProcesses scripts = scripts("sleep 1000 & echo $!; wait");
    ProcessHandle child;
    try (GitProcess process = scripts.start(ticket, GitCommand.in(repository, "x"))) {
      child = ProcessHandle.of(readNumber(process)).orElseThrow();
      assertThat(child.isAlive()).isTrue();
    }
    assertGone(child);
    scripts.destroy();
  }

  @Test
  void killsACommandThatIsIdle() throws IOException {
    GitProcesses scripts = scripts("echo hello; sleep 1000");
    GitCommand idle = GitCommand.in(repository, "gc").limits(Duration.ofMillis(300), LONG);
    try (GitProcess process = scripts.start(ticket, idle)) {
      assertThatThrownBy(() -> process.stdout().readAllBytes())
          .hasMessage("git gc was stopped: idle for 0 s");
      assertThatThrownBy(process::waitFor).hasMessageContaining("idle");
      Awaitility.await().until(() -> !process.isAlive());
    }
    scripts.destroy();
  }

  @Test
  void killsACommandThatRunsForTooLongThoughItIsBusy() throws IOException {
    GitProcesses scripts = scripts("while echo busy; do :; done");
    GitCommand endless = GitCommand.in(repository, "gc").limits(LONG, Duration.ofMillis(300));
    try (GitProcess process = scripts.start(ticket, endless)) {
      assertThatThrownBy(() -> process.stdout().relayTo(OutputStream.nullOutputStream()))
          .hasMessage("git gc was stopped after 0 s");
    }
    scripts.destroy();
  }

  @Test
  void stopsACommandWhoseOutputNobodyReads() throws IOException {
    GitProcesses scripts = scripts("while echo busy; do :; done");
    GitProcess process = scripts.start(ticket, GitCommand.in(repository, "x"));
    assertThat(process.stdout().read()).isEqualTo('b');
    process.close();
    assertThat(process.isAlive()).isFalse();
    assertThat(scripts.running()).isZero();
    scripts.destroy();
  }

  @Test
  void killsWhatRunsWhenTheServerStops() throws IOException {
    GitProcesses scripts = scripts("sleep 1000");
    GitProcess process = scripts.start(ticket, GitCommand.in(repository, "x"));
    scripts.destroy();
    assertThat(process.isAlive()).isFalse();
    assertThatThrownBy(() -> scripts.start(ticket, GitCommand.in(repository, "x")))
        .isInstanceOf(IOException.class)
        .hasMessage("The server is stopping");
  }

  @Test
  void runsBackgroundWorkNicely() throws IOException {
    int own = niceness(GitCommand.in(repository, "x"));
    int background = niceness(GitCommand.in(repository, "x").niced());
    assertThat(background).isEqualTo(Math.min(own + 10, 19));
  }

  @Test
  void letsAllOthersGoFirstWhereItIsToldTo() throws IOException {
    // The 41st field is the policy of the scheduler: 0 is that of all, 5 is SCHED_IDLE.
    GitSettings idle =
        new GitSettings(
            script("cut -d ' ' -f 41 /proc/self/stat"), LONG, LONG, 1, GitSettings.Scheduling.IDLE);
    GitProcesses scripts = new GitProcesses(idle, new Homes(home, home));
    assertThat(scripts.canYield()).isTrue();
    assertThat(scripts.run(ticket, GitCommand.in(repository, "x"))).isEqualTo("0\n");
    assertThat(scripts.run(ticket, GitCommand.in(repository, "x").niced())).isEqualTo("5\n");
    scripts.destroy();
  }

  private int niceness(GitCommand command) throws IOException {
    return Integer.parseInt(scripts("nice").run(ticket, command).strip());
  }

  private static long readNumber(GitProcess process) throws IOException {
    StringBuilder digits = new StringBuilder();
    for (int c = process.stdout().read(); c != '\n'; c = process.stdout().read()) {
      digits.append((char) c);
    }
    return Long.parseLong(digits.toString());
  }

  private static void assertGone(ProcessHandle process) {
    // Nobody may wait for an orphan where the test is the first process: a zombie is gone as well.
    Awaitility.await().until(() -> !process.isAlive() || process.info().command().isEmpty());
  }

  @Test
  void packsWithOneThreadBesideOthers() throws IOException {
    GitSettings four =
        new GitSettings(script("echo $*"), LONG, LONG, 4, GitSettings.Scheduling.NICE);
    GitProcesses scripts = new GitProcesses(four, new Homes(home, home));
    GitCommand command = GitCommand.in(repository, "x");
    Ticket alone = TestingTickets.ticket(false, _ -> {});
    assertThat(scripts.run(alone, command)).contains("pack.threads=4");
    Ticket underLoad = TestingTickets.ticket(true, _ -> {});
    assertThat(scripts.run(underLoad, command)).contains("pack.threads=1");
    scripts.destroy();
  }

  @Test
  void tellsTheTicketWhatACommandAndItsChildrenHold() throws IOException {
    AtomicLong most = new AtomicLong();
    AtomicLong last = new AtomicLong();
    Ticket watched =
        TestingTickets.ticket(
            false,
            bytes -> {
              most.accumulateAndGet(bytes, Math::max);
              last.set(bytes);
            });
    GitProcesses scripts = scripts("(head -c 30000000 /dev/zero; sleep 600) | tail -c 30000000");
    try (GitProcess process = scripts.start(watched, GitCommand.in(repository, "x"))) {
      process.sendNothing();
      Awaitility.await().until(() -> most.get() > 25_000_000);
    }
    assertThat(last).hasValue(0);
    scripts.destroy();
  }

  private GitProcesses scripts(String script) throws IOException {
    return new GitProcesses(settings(script(script)), new Homes(home, home));
  }

  private String script(String script) throws IOException {
    Path file = Files.createTempFile(home, "script", ".sh");
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file.toString();
  }

  private static GitSettings settings(String executable) {
    return new GitSettings(executable, LONG, LONG, 1, GitSettings.Scheduling.NICE);
  }
}
