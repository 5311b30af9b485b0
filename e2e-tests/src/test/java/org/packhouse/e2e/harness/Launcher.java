package org.packhouse.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The launcher {@code packhouse} of this source tree, on the jar that this build has made. */
public final class Launcher {

  /** The source tree. */
  public static final Path ROOT = root();

  private static final class Prepared {
    static final boolean DONE = prepare();
  }

  private Launcher() {}

  /** A command of the launcher, ready to start; its environment is clean. */
  public static ProcessBuilder command(List<String> arguments) {
    if (!Prepared.DONE) {
      throw new AssertionError("The server is not prepared");
    }
    return bare(arguments);
  }

  private static ProcessBuilder bare(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(ROOT.resolve("packhouse").toString());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(Path.of("/").toFile());
    builder.environment().clear();
    builder.environment().put("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
    builder.environment().put("HOME", System.getProperty("java.io.tmpdir"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("PACKHOUSE_BUILD", "never");
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    return builder;
  }

  /** Records a start once, so that the many starts of the scenarios are fast. */
  private static boolean prepare() {
    if (!Files.exists(ROOT.resolve("app/target/packhouse.jar"))) {
      throw new AssertionError("There is no app/target/packhouse.jar; run ./packhouse test");
    }
    try {
      Files.createDirectories(Path.of("target"));
      Path log = Path.of("target", "launcher-build.log").toAbsolutePath();
      Process build =
          bare(List.of("build")).redirectErrorStream(true).redirectOutput(log.toFile()).start();
      return build.waitFor() == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("packhouse"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new AssertionError("The tests run outside the source tree");
      }
    }
    return folder;
  }
}
