package org.packhouse.app.platform.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CarrierThreadsTest {

  private static final int HELD = 20;

  @TempDir private Path directory;

  /** Holds all carriers of a process in which nothing else happens. */
  static final class Quiet {

    private Quiet() {}

    public static void main(String[] arguments) throws InterruptedException {
      Path pipe = Path.of(arguments[0]);
      for (int i = 0; i < HELD; i++) {
        Thread _ = Thread.startVirtualThread(() -> read(pipe));
      }
      CountDownLatch ran = new CountDownLatch(1);
      Thread _ = Thread.startVirtualThread(ran::countDown);
      CarrierThreads carriers = new CarrierThreads(HELD);
      boolean done = false;
      for (int look = 0; look < 200 && !done; look++) {
        carriers.add();
        done = ran.await(100, TimeUnit.MILLISECONDS);
      }
      // Others are held in the pipe for good.
      Runtime.getRuntime().halt(done ? 0 : 1);
    }

    private static void read(Path pipe) {
      try {
        Files.readAllBytes(pipe);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void areMadeThoughNothingElseHappens() throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    int code =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Quiet.class.getName(),
                pipe.toString())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(code).isZero();
  }
}
