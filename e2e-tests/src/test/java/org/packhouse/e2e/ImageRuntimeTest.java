package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.lab.process.Launcher;

/** The content of the image: the launcher, the built server, and a runtime of chosen modules. */
@Tag("full")
@Tag("image")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class ImageRuntimeTest {

  @Test
  void servesAsTheJdkDoes(@TempDir Path directory) throws Exception {
    Path runtime = directory.resolve("java");
    run(
        new ProcessBuilder(
            Launcher.root().resolve("docker/runtime").toString(),
            System.getProperty("java.home"),
            runtime.toString()));
    assertThat(runtime.resolve("bin/javac")).doesNotExist();
    Path installation = Files.createDirectory(directory.resolve("packhouse"));
    install(installation);
    try (PackagedServer server =
        PackagedServer.builder(PackagedServer.newDirectory())
            .installed(installation, runtime)
            .start()) {
      assertThat(command(server.process())).startsWith(runtime.toString());
      FirstStepsTest.pushAndCloneBack(server, Files.createDirectory(directory.resolve("ada")));
      for (String path : List.of("/projects", "/help/rest", "/rest/openapi.json", "/login")) {
        assertThat(status(server.url().resolve(path))).as(path).isEqualTo(200);
      }
      assertThat(Files.readString(server.home().resolve("log/packhouse.log")))
          .doesNotContain("ClassNotFound", "NoClassDefFound", "NoSuchAlgorithm");
      assertThat(server.terminate()).isIn(0, 143);
    }
  }

  private static String command(ProcessHandle process) {
    return process.info().command().orElseThrow();
  }

  private static int status(URI page) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }

  /** As the image's file does it. */
  private static void install(Path installation) throws Exception {
    Files.copy(Launcher.root().resolve("packhouse"), installation.resolve("packhouse"));
    Path server = Path.of(run(Launcher.command(List.of("build"))).lines().toList().getLast());
    try (Stream<Path> files = Files.walk(server)) {
      for (Path file : files.filter(it -> !it.toString().contains(".aot")).toList()) {
        Files.copy(file, installation.resolve("server").resolve(server.relativize(file)));
      }
    }
  }

  private static String run(ProcessBuilder program) throws Exception {
    Path out = Files.createTempFile("packhouse-image", ".out");
    try {
      Process process = program.redirectErrorStream(true).redirectOutput(out.toFile()).start();
      assertThat(process.waitFor()).as(Files.readString(out)).isZero();
      return Files.readString(out);
    } finally {
      Files.delete(out);
    }
  }
}
