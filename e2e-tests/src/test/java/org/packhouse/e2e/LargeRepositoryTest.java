package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.ResidentMemory;
import org.packhouse.e2e.harness.Shell;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repositories larger than the server's memory go through it. Needs some 10 GB of disk space for a
 * while.
 */
@Tag("full")
@Tag("clones")
@Timeout(2400)
class LargeRepositoryTest {

  private static final Logger LOG = LoggerFactory.getLogger(LargeRepositoryTest.class);

  private static final int FILES = 128;
  private static final int FILE_BYTES = 16 << 20;

  /** A heap of 512 MB, and what the JVM and the network need beside it. */
  private static final long BOUND = 768L << 20;

  @Test
  void twoGigabytesGoThroughAServerOfHalfAGigabyte(@TempDir Path directory) throws IOException {
    Shell ada = new Shell(directory);
    Path work = noise(ada);
    String tip = ada.git(work, "rev-parse", "HEAD");
    try (PackagedServer server =
            PackagedServer.builder(PackagedServer.newDirectory())
                .jvmFlag("-Xmx512m")
                .compiledForSpeed()
                .start();
        ResidentMemory memory = new ResidentMemory(server.process())) {
      server.rest().post("/rest/ssh/latest/keys", Map.of("text", ada.makeKey()));
      server.rest().createRepository("LARGE", "http");
      server.rest().createRepository("LARGE", "ssh");
      Map<String, String> urls = new LinkedHashMap<>();
      urls.put("http", server.httpUrl("large", "http"));
      urls.put("ssh", server.sshUrl("large", "ssh"));
      urls.forEach((transport, url) -> {
        long before = memory.now();
        ada.git(work, "push", "-q", url, "main");
        report(transport + " push", before, memory);
        Path copy = directory.resolve(transport + ".git");
        before = memory.now();
        ada.run("git", "clone", "-q", "--bare", url, copy.toString());
        report(transport + " clone", before, memory);
        assertThat(ada.git(copy, "rev-parse", "main")).isEqualTo(tip);
        ada.run("rm", "-rf", copy.toString());
      });
      assertThat(memory.samples()).isGreaterThan(10);
      assertThat(memory.most()).as("Anonymous resident memory").isLessThan(BOUND);
    }
  }

  private static void report(String step, long before, ResidentMemory memory) {
    LOG.info(
        "{}: {} MB before, {} MB after, {} MB at most so far",
        step,
        before >> 20,
        memory.now() >> 20,
        memory.most() >> 20);
  }

  /** Files that no compression makes smaller, in one commit. */
  private static Path noise(Shell shell) throws IOException {
    Path work = shell.repository("noise");
    shell.git(work, "config", "core.compression", "0");
    shell.git(work, "config", "pack.window", "0");
    byte[] bytes = new byte[FILE_BYTES];
    Random random = new Random(2);
    for (int i = 0; i < FILES; i++) {
      random.nextBytes(bytes);
      Files.write(work.resolve("noise" + i), bytes);
    }
    shell.git(work, "add", ".");
    shell.git(work, "commit", "-q", "-m", "Two gigabytes");
    return work;
  }
}
