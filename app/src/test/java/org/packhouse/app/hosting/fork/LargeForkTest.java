package org.packhouse.app.hosting.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

@Tag("full")
@Tag("forks")
class LargeForkTest {

  private static final Logger LOG = LoggerFactory.getLogger(LargeForkTest.class);
  private static final int MEGABYTE = 1 << 20;
  private static final int MEGABYTES = 140;
  private static final int BRANCHES = 1000;

  @TempDir private Path temporary;

  @Test
  void takesHardlyAnySpaceAndCopiesNothing() throws Exception {
    ForkKit kit = new ForkKit(temporary);
    Random random = new Random(140);
    for (int i = 0; i < MEGABYTES; i++) {
      byte[] noise = new byte[MEGABYTE];
      random.nextBytes(noise);
      Files.write(kit.work.directory().resolve("noise" + i), noise);
    }
    kit.work.git("config", "core.compression", "0");
    kit.work.commitAll("noise");
    for (int i = 0; i < BRANCHES; i++) {
      kit.work.git("update-ref", "refs/heads/branch" + i, "HEAD");
    }
    kit.work.git("push", "--quiet", "origin", "--all");
    RepositoryDirectories directories = kit.server.get(RepositoryDirectories.class);
    long origin = directories.measure(kit.origin.id());
    assertThat(origin).isGreaterThan((long) MEGABYTES * MEGABYTE);
    for (String which : new String[] {"first", "second"}) {
      long begun = System.nanoTime();
      Repository fork = kit.fork();
      LOG.info(
          "The {} fork of {} MB with {} branches took {} ms and {} KB",
          which,
          origin / MEGABYTE,
          BRANCHES,
          (System.nanoTime() - begun) / 1_000_000,
          directories.measure(fork.id()) / 1024);
      assertThat(directories.measure(fork.id())).isLessThan(MEGABYTE);
      assertThat(ForkKit.packs(kit.directory(fork))).isEmpty();
      assertThat(kit.git(fork).git("cat-file", "-t", "branch7")).isEqualTo("commit");
    }
    for (Path pack : ForkKit.packs(kit.directory(kit.origin))) {
      Path linked = kit.pool(kit.origin).resolve("objects/pack").resolve(pack.getFileName());
      assertThat(Files.isSameFile(pack, linked)).isTrue();
    }
  }
}
