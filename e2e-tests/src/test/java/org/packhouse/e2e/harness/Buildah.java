package org.packhouse.e2e.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.packhouse.lab.process.Command;
import org.packhouse.lab.process.Processes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Builds images by the program {@code buildah}, which keeps all that it has in a directory of its
 * own: nothing of it is left once this is closed, and nothing is fetched that is not there.
 */
public final class Buildah implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MINUTES = 30;
  private static final int TOLD_LINES = 40;

  /** The directory of images that buildah notes things in, whatever directory it is told. */
  private static final Path COMMON = Path.of("/var/lib/containers");

  /** Has what buildah notes there go to $0, and its mounts with the process. */
  private static final String APART = "mount --bind \"$0\" " + COMMON + " && exec \"$@\"";

  private static final List<String> PROXIES =
      List.of("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY");

  private final Path directory;
  private final boolean commonIsNew;

  private Buildah(Path directory) throws IOException {
    this.directory = directory;
    this.commonIsNew = Files.notExists(COMMON);
    Files.createDirectories(COMMON);
    Files.createDirectory(directory.resolve("common"));
  }

  /** A storage without images; the test is skipped where nobody may build any. */
  public static Buildah make() throws IOException, InterruptedException {
    assumeTrue("root".equals(System.getProperty("user.name")), "Only root builds the image");
    for (List<String> needed :
        List.of(
            List.of("buildah", "--version"),
            List.of("mmdebstrap", "--version"),
            List.of("unshare", "--mount", "--pid", "--fork", "true"))) {
      assumeTrue(works(needed), () -> "This fails: " + String.join(" ", needed));
    }
    Path parent = Path.of("target").toAbsolutePath();
    Files.createDirectories(parent);
    return new Buildah(Files.createTempDirectory(parent, "image"));
  }

  private static boolean works(List<String> command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException absent) {
      return false;
    }
  }

  /** A place for files that images are made of. */
  public Path directory() {
    return directory;
  }

  /** Runs buildah, which must succeed, and returns what it printed. */
  public String run(String... arguments) {
    List<String> command = new ArrayList<>(List.of("unshare", "--mount", "sh", "-c", APART));
    command.add(directory.resolve("common").toString());
    command.addAll(List.of("buildah", "--storage-driver", "vfs"));
    command.addAll(List.of("--root", directory.resolve("images").toString()));
    command.addAll(List.of("--runroot", directory.resolve("run").toString()));
    command.addAll(List.of(arguments));
    return program(command);
  }

  /**
   * Builds an image of a file as {@code docker build} does.
   *
   * @param options such as arguments of the build
   */
  public void build(String image, Path file, Path context, List<String> options) {
    List<String> arguments =
        new ArrayList<>(
            List.of("build", "--isolation", "chroot", "--format", "docker", "--pull-never"));
    arguments.addAll(options);
    arguments.addAll(List.of("-t", image, "-f", file.toString(), context.toString()));
    run(arguments.toArray(String[]::new));
  }

  /** Begins a container, such as one of the image {@code scratch}; returns its name. */
  public String from(String image) {
    return run("from", "--pull-never", image);
  }

  /** Makes an image of a container, which goes. */
  public void commit(String container, String image) {
    run("commit", "--quiet", "--format", "docker", "--rm", container, image);
  }

  /** The files of a container. */
  public Path mount(String container) {
    return Path.of(run("mount", container));
  }

  /** What an image says of itself, as Docker has it. */
  public JsonNode config(String image) {
    return JSON.readTree(run("inspect", "--type", "image", image)).get("Docker").get("config");
  }

  /** Runs another program, which must succeed, and returns what it printed. */
  String program(List<String> command) {
    try {
      Path out = Files.createTempFile(directory, "out", ".log");
      Path errors = Files.createTempFile(directory, "err", ".log");
      ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
      Map<String, String> environment = Command.clean(builder);
      environment.put("HOME", directory.toString());
      environment.put("TMPDIR", directory.toString());
      PROXIES.stream()
          .filter(System.getenv()::containsKey)
          .forEach(proxy -> environment.put(proxy, System.getenv(proxy)));
      Process process = builder.redirectOutput(out.toFile()).redirectError(errors.toFile()).start();
      try {
        assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).as("%s ends", command).isTrue();
        assertThat(process.exitValue())
            .as(() -> "%s%n%s%n%s".formatted(command, lastLines(out), lastLines(errors)))
            .isZero();
        return Files.readString(out).strip();
      } finally {
        Processes.end(process.toHandle());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", e);
    }
  }

  private static String lastLines(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - TOLD_LINES), lines.size()));
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Removes the storage with its images and containers, none of which may run. */
  @Override
  public void close() throws IOException {
    Command.run(
        Path.of("/"), Map.of(), List.of("rm", "-rf", "--one-file-system", directory.toString()));
    if (commonIsNew) {
      Files.deleteIfExists(COMMON);
    }
  }
}
