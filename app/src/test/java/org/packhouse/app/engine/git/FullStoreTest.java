package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingBrowser;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

class FullStoreTest {

  private static final String FULL = "The server's disk is full";
  private static final String MULTIPART = "multipart/form-data; boundary=cut";
  private static final String END = "--cut--\r\n";

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

  /** The attachments' table lies on the same disk as the home, whose files the others are. */
  @Test
  void isWhatEveryUploadIsToldWhichLeavesNothingBehind() throws IOException, InterruptedException {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeThat(run("mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", disk.toString())).isZero();
    Path home = disk.resolve("home");
    try (TestingServer server =
            TestingServer.builder().home(home).with("store.min-free-disk", "0").start();
        TableOnDisk attachments = new TableOnDisk(server, "attachment", disk)) {
      Pushing pushing = new Pushing(server, directory);
      GitFixture work = pushing.workTree("work");
      work.commit("a", "1");
      work.git("push", "origin", "HEAD:refs/heads/main");
      Uploads uploads = new Uploads(server, pushing);
      fill(disk, 0);
      for (HttpResponse<String> full : uploads.all()) {
        assertThat(full.body()).contains(FULL);
        assertThat(full.statusCode()).as(full.body()).isEqualTo(507);
      }
      assertThat(attachments.rows()).isZero();
      assertThat(uploads.pictures(home)).isEmpty();
      assertThat(pushing.left()).isZero();
      Files.delete(disk.resolve("filler"));
      assertThat(uploads.all())
          .allSatisfy(again -> assertThat(again.statusCode()).as(again.body()).isBetween(200, 201));
      assertThat(attachments.rows()).isOne();
      assertThat(uploads.pictures(home)).hasSize(1);
    } finally {
      run("umount", "-l", disk.toString());
    }
  }

  /** Uploads of each kind: an edit and a picture by REST, a file for a comment on its page. */
  private record Uploads(TestingServer server, Pushing pushing) {

    List<HttpResponse<String>> all() throws IOException {
      TestingRest admin = TestingRest.admin(server);
      String content = incompressible(new Random(2)).repeat(20);
      List<HttpResponse<String>> responses = new ArrayList<>();
      responses.add(
          admin
              .sendAs(
                  "PUT",
                  pushing.rest() + "/browse/b",
                  MULTIPART,
                  part("content", content) + part("branch", "main") + END)
              .response());
      responses.add(
          admin
              .sendAs(
                  "PUT",
                  pushing.rest().replaceFirst("/repos/.*", ""),
                  "application/json",
                  "{\"avatar\":\"data:image/png;base64,%s\"}".formatted(picture()))
              .response());
      try (TestingBrowser browser = TestingBrowser.admin(server)) {
        responses.add(
            browser.attach("/" + pushing.rest() + "/attachments", "files@noise.txt", content));
      }
      return responses;
    }

    /** A picture of more than a page of a disk. */
    private static String picture() throws IOException {
      BufferedImage noise = new BufferedImage(128, 128, BufferedImage.TYPE_INT_RGB);
      Random random = new Random(3);
      for (int i = 0; i < 128 * 128; i++) {
        noise.setRGB(i % 128, i / 128, random.nextInt());
      }
      ByteArrayOutputStream png = new ByteArrayOutputStream();
      ImageIO.write(noise, "png", png);
      return Base64.getEncoder().encodeToString(png.toByteArray());
    }

    List<Path> pictures(Path home) throws IOException {
      try (Stream<Path> files = Files.walk(home.resolve("shared/avatars"))) {
        return files.filter(Files::isRegularFile).toList();
      }
    }
  }

  /** A table of the server's database that has been moved to a disk, and goes back at the end. */
  private static final class TableOnDisk implements AutoCloseable {

    private final JdbcClient sql;
    private final String table;
    private final Path disk;

    TableOnDisk(TestingServer server, String table, Path disk) throws IOException {
      this.sql = server.get(JdbcClient.class);
      this.table = table;
      this.disk = disk;
      Path place = Files.createDirectory(disk.resolve("tablespace"));
      sql.sql("create tablespace on_disk location '" + place + "'").update();
      sql.sql("alter table " + table + " set tablespace on_disk").update();
    }

    long rows() {
      return sql.sql("select count(*) from " + table).query(Long.class).single();
    }

    @Override
    public void close() throws IOException {
      // A disk that is gone would fail every checkpoint of the server of all tests.
      Files.deleteIfExists(disk.resolve("filler"));
      sql.sql("alter table " + table + " set tablespace pg_default").update();
      sql.sql("drop tablespace on_disk").update();
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
