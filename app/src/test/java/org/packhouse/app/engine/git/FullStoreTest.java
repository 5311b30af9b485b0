package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

class FullStoreTest {

  private static final String FULL = "The server's disk is full";

  @TempDir private Path directory;

  @Test
  void refusesPushesBeforeTheDiskIsFull() {
    try (TestingServer server =
        TestingServer.builder().with("store.min-free-disk", "1000TB").start()) {
      Pushing pushing = new Pushing(server, directory);
      GitFixture work = pushing.workTree("work");
      work.commit("a", "1");
      GitFixture.Result push = work.run("push", "origin", "HEAD:refs/heads/main");

      assertThat(push.exitCode()).isNotZero();
      assertThat(push.errors()).contains(FULL);
      assertThat(pushing.left()).isZero();
    }
  }

  @Test
  void goesOnAtOnceWhenThereIsRoomAgain() throws IOException, InterruptedException {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeThat(run("mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", disk.toString())).isZero();
    Path home = disk.resolve("home");
    try (TestingServer server =
        TestingServer.builder().home(home).with("store.min-free-disk", "0").start()) {
      Pushing pushing = new Pushing(server, directory);
      GitFixture work = pushing.workTree("work");
      work.commit("a", "1");
      work.git("push", "origin", "HEAD:refs/heads/main", "HEAD:refs/heads/other");
      Random random = new Random(1);
      for (int free = 0; free < 40; free += 2) {
        // New objects each time, so that it is the pack that has no room, its index, or the ref.
        work.commit("a", incompressible(random));
        fill(disk, free);
        GitFixture.Result push = work.run("push", "origin", "HEAD:refs/heads/full-" + free);
        if (push.exitCode() != 0) {
          assertThat(push.errors())
              .containsIgnoringCase("server's disk is full")
              .doesNotContain(disk.toString());
        }
        Files.delete(disk.resolve("filler"));
      }
      work.git("push", "origin", ":refs/heads/other", "HEAD:refs/heads/main");
      assertThat(pushing.left()).isZero();
      assertThat(pushing.bare().git("pack-refs", "--all")).isEmpty();
      assertThat(locks(pushing.bare().directory())).isEmpty();
      assertThat(pushing.bare().git("fsck", "--strict", "--no-dangling")).isEmpty();
    } finally {
      run("umount", "-l", disk.toString());
    }
  }

  @Test
  void isWhatRestSaysOfAnEdit() throws IOException, InterruptedException {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeThat(run("mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", disk.toString())).isZero();
    Path home = disk.resolve("home");
    try (TestingServer server =
        TestingServer.builder().home(home).with("store.min-free-disk", "0").start()) {
      Pushing pushing = new Pushing(server, directory);
      GitFixture work = pushing.workTree("work");
      work.commit("a", "1");
      work.git("push", "origin", "HEAD:refs/heads/main");
      TestingRest admin = TestingRest.admin(server);
      String content = incompressible(new Random(2)).repeat(20);
      fill(disk, 0);
      TestingRest.Response edit =
          admin.sendAs(
              "PUT",
              pushing.rest() + "/browse/b",
              "multipart/form-data; boundary=cut",
              part("content", content) + part("branch", "main") + "--cut--\r\n");
      assertThat(edit.message()).as(edit.response().body()).startsWith(FULL);
      assertThat(edit.status()).isEqualTo(507);
    } finally {
      run("umount", "-l", disk.toString());
    }
  }

  private static String part(String name, String value) {
    return "--cut\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
        .formatted(name, value);
  }

  /** Some pages of a disk that do not become fewer when they are deflated. */
  private static String incompressible(Random random) {
    byte[] bytes = new byte[7000];
    random.nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** Takes all room but so many KB. */
  private static void fill(Path disk, int freeKilobytes) throws IOException {
    Path filler = disk.resolve("filler");
    try (var out = Files.newOutputStream(filler)) {
      byte[] block = new byte[4096];
      long blocks = Files.getFileStore(disk).getUsableSpace() / block.length - freeKilobytes / 4;
      for (long i = 0; i < blocks; i++) {
        out.write(block);
      }
    }
  }

  private static List<Path> locks(Path repository) throws IOException {
    try (var files = Files.walk(repository)) {
      return files.filter(file -> file.toString().endsWith(".lock")).toList();
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(List.of(command))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
