package org.packhouse.app.storage.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemorySamplerTest {

  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  @TempDir private Path proc;
  private MemorySampler sampler;

  @BeforeEach
  void makeSampler() {
    sampler = new MemorySampler(proc, thread);
  }

  @AfterEach
  void stop() {
    thread.shutdownNow();
  }

  @Test
  void addsUpAProcessAndAllThatItStarted() throws IOException {
    process(10, 100, "11 12 ");
    process(11, 20, "13 ");
    process(12, 3, "");
    process(13, 4000, "99 ");
    process(14, 77, "");
    assertThat(sampler.bytesOfTree(10)).isEqualTo(4123 * 1024);
    assertThat(sampler.bytesOfTree(99)).as("it is gone").isZero();
  }

  @Test
  void readsWhatThisMachineTells() {
    long bytes =
        new MemorySampler(Path.of("/proc"), thread).bytesOfTree(ProcessHandle.current().pid());
    assertThat(bytes).isGreaterThan(10L << 20);
  }

  private void process(long pid, int kilobytes, String children) throws IOException {
    Path task = Files.createDirectories(proc.resolve(pid + "/task/" + pid));
    Files.writeString(task.resolve("children"), children);
    Files.writeString(
        proc.resolve(pid + "/status"),
        "Name:\tgit\nVmHWM:\t999999 kB\nRssAnon:\t    %d kB\nRssFile:\t 55 kB\n"
            .formatted(kilobytes));
  }
}
