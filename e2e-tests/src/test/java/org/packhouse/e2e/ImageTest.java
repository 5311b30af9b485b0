package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.BaseImages;
import org.packhouse.e2e.harness.Buildah;
import org.packhouse.e2e.harness.Container;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Shell;
import org.packhouse.lab.process.Launcher;
import tools.jackson.databind.JsonNode;

/**
 * The image of {@code docker/Dockerfile}, built of this source tree and of this machine's packages,
 * and run as a container is.
 */
@Tag("full")
@Tag("image")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ImageTest {

  private static final String IMAGE = "localhost/packhouse";
  private static final String HOME = "/var/lib/packhouse";
  private static final String UID = "7990";

  /** What the compose files give a server for its end. */
  private static final Duration GRACE = Duration.ofSeconds(90);

  private static final Duration RECORDED_WITHIN = Duration.ofMinutes(15);

  private Buildah buildah;

  @BeforeAll
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void build() throws Exception {
    buildah = Buildah.make();
    List<String> options = new BaseImages(buildah).make();
    Path root = Launcher.root();
    buildah.build(IMAGE, root.resolve("docker/Dockerfile"), root, options);
  }

  @AfterAll
  void remove() throws IOException {
    if (buildah != null) {
      buildah.close();
    }
  }

  @Test
  void saysHowItIsToBeRun() {
    JsonNode config = buildah.config(IMAGE);
    assertThat(config.get("User").asString()).isEqualTo("packhouse");
    assertThat(config.get("ExposedPorts").propertyNames())
        .containsExactlyInAnyOrder("7990/tcp", "7999/tcp");
    assertThat(config.get("Volumes").propertyNames()).containsExactly(HOME);
    assertThat(config.get("StopSignal").asString()).isEqualTo("SIGTERM");
    assertThat(texts(config, "Entrypoint")).endsWith("/opt/packhouse/packhouse", "start");
    assertThat(texts(config, "Env")).contains("PACKHOUSE_HOME=" + HOME);
  }

  @Test
  void holdsTheServerAndARuntimeButNothingThatBuiltThem() throws IOException {
    Path root = buildah.mount(buildah.from(IMAGE));
    assertThat(names(root.resolve("opt"))).containsExactlyInAnyOrder("java", "packhouse");
    assertThat(names(root.resolve("opt/packhouse")))
        .containsExactlyInAnyOrder("packhouse", "server");
    assertThat(names(root.resolve("opt/packhouse/server")))
        .containsExactlyInAnyOrder("lib", "packhouse.jar", "VERSION");
    try (Stream<Path> files = Files.walk(root)) {
      assertThat(files.map(it -> it.getFileName().toString()))
          .doesNotContain("javac", "jlink", "mvn", "mvnw", ".m2", "pom.xml", ".git");
    }
    assertThat(names(root.resolve("mnt"))).isEmpty();
  }

  @Test
  void sendsNeitherBuildsNorHistoryToItsOwnBuild(@TempDir Path directory) throws IOException {
    Path root = Launcher.root();
    assertThat(root.resolve("app/target")).isDirectory();
    Path copy = Files.writeString(directory.resolve("Dockerfile"), "FROM scratch\nCOPY . .\n");
    buildah.build("localhost/context", copy, root, List.of());
    Path context = buildah.mount(buildah.from("localhost/context"));
    assertThat(names(context)).contains("packhouse", "pom.xml", "mvnw", "app", "docker");
    try (Stream<Path> files = Files.walk(context)) {
      assertThat(files.map(it -> it.getFileName().toString())).doesNotContain("target", ".git");
    }
  }

  @Test
  void keepsInItsVolumeWhatWasPushedToAnotherContainer(@TempDir Path directory) throws Exception {
    Path volume = directory.resolve("volume");
    Container first = Container.of(buildah, IMAGE, volume);
    try (PackagedServer server = PackagedServer.builder(volume).inside(first).start()) {
      assertRunsAsItsUser(server.process());
      FirstStepsTest.pushAndCloneBack(server, Files.createDirectory(directory.resolve("ada")));
      assertThat(names(first.file(HOME))).as("Files below the volume").isEmpty();
      assertEndsByItsStopSignal(server);
    }

    Container second = Container.of(buildah, IMAGE, volume);
    try (PackagedServer server = PackagedServer.builder(volume).inside(second).start()) {
      Shell bob = new Shell(Files.createDirectory(directory.resolve("bob")));
      bob.git(bob.home(), "clone", "-q", server.httpUrl("first", "hello"), "again");
      assertThat(bob.home().resolve("again/README.md")).hasContent("# hello\n");
      assertThat(bob.home().resolve("again/more.txt")).hasContent("more\n");
      assertEndsByItsStopSignal(server);
    }
  }

  @Test
  void recordsItsStartAndLeavesNoDeadProcesses(@TempDir Path directory) throws Exception {
    Path volume = directory.resolve("volume");
    Container container = Container.of(buildah, IMAGE, volume);
    try (PackagedServer server = PackagedServer.builder(volume).inside(container).start()) {
      await()
          .atMost(RECORDED_WITHIN)
          .untilAsserted(() ->
              assertThat(names(container.file("/opt/packhouse/server")))
                  .anyMatch(name -> name.matches("start-\\d+\\.aot")));
      await()
          .untilAsserted(() ->
              assertThat(server.process().descendants().map(it -> status(it, "State")))
                  .isNotEmpty()
                  .noneMatch(state -> state.startsWith("Z")));
    }
  }

  private static void assertRunsAsItsUser(ProcessHandle first) {
    List<ProcessHandle> all = Stream.concat(Stream.of(first), first.descendants()).toList();
    assertThat(all).hasSizeGreaterThan(1);
    for (ProcessHandle process : all) {
      assertThat(status(process, "Uid")).matches("(%s\\s*){4}|".formatted(UID));
      assertThat(status(process, "CapEff")).matches("0*");
    }
  }

  private static void assertEndsByItsStopSignal(PackagedServer server) {
    server.process().destroy();
    assertThat(server.waitForEnd(GRACE)).isIn(0, 143);
  }

  /** What the kernel says of a process; that of one which has gone is blank. */
  private static String status(ProcessHandle process, String key) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
      return lines
          .filter(line -> line.startsWith(key + ":"))
          .map(line -> line.substring(key.length() + 1).strip())
          .findFirst()
          .orElse("");
    } catch (IOException gone) {
      return "";
    }
  }

  private static List<String> texts(JsonNode config, String key) {
    return config.get(key).valueStream().map(JsonNode::asString).toList();
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(it -> it.getFileName().toString()).toList();
    }
  }
}
