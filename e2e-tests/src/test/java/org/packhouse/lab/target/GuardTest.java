package org.packhouse.lab.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardTest {

  @TempDir private Path directory;
  private Path data;
  private Process program;

  @BeforeEach
  void startProgram() throws IOException {
    data = Files.createDirectory(directory.resolve("some data"));
    Files.createFile(data.resolve("file"));
    program = new ProcessBuilder("sleep", "1000").start();
  }

  @AfterEach
  void endProgram() throws InterruptedException {
    program.destroyForcibly().waitFor();
  }

  @Test
  void endsProgramsWhoseLabIsGone() throws Exception {
    Guard guard = Guard.over(data);
    guard.watch(program.toHandle());
    guard.abandon();
    await().atMost(Duration.ofMinutes(1)).until(() -> !program.isAlive());
    await().atMost(Duration.ofMinutes(1)).until(() -> Files.notExists(data));
    guard.close();
  }

  @Test
  void endsNoProgramWhenItsWatchIsOver() throws Exception {
    Guard guard = Guard.over(data);
    guard.watch(program.toHandle());
    guard.close();
    assertThat(program.isAlive()).isTrue();
    assertThat(data.resolve("file")).exists();
  }
}
