package org.packhouse.lab.process;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The launcher {@code packhouse} of this source tree, on the jar that was built last. */
public final class Launcher {

  private static final class Prepared {
    static final String PROBLEM = prepare(root());
  }

  private Launcher() {}

  /** The source tree that these classes were built in. */
  public static Path root() {
    Path directory = origin();
    while (!Files.isRegularFile(directory.resolve("packhouse"))) {
      directory = directory.getParent();
      if (directory == null) {
        throw new IllegalStateException("There is no source tree around " + origin());
      }
    }
    return directory;
  }

  private static Path origin() {
    try {
      return Path.of(Launcher.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A command of the launcher, ready to start; its environment is clean.
   *
   * @throws IOException if there is nothing to launch
   */
  public static ProcessBuilder command(List<String> arguments) throws IOException {
    if (!Prepared.PROBLEM.isEmpty()) {
      throw new IOException(Prepared.PROBLEM);
    }
    return bare(root(), arguments);
  }

  /**
   * A server in the foreground, ready to start.
   *
   * @param settings names and values
   * @param flags of the JVM
   */
  public static ProcessBuilder server(Path home, Map<String, String> settings, List<String> flags)
      throws IOException {
    return command(start(home, settings, flags));
  }

  /**
   * The same of the build in another source tree.
   *
   * @throws IOException if nothing was built there
   */
  public static ProcessBuilder server(
      Path tree, Path home, Map<String, String> settings, List<String> flags) throws IOException {
    String problem = prepare(tree);
    if (!problem.isEmpty()) {
      throw new IOException(problem);
    }
    return bare(tree, start(home, settings, flags));
  }

  private static List<String> start(Path home, Map<String, String> settings, List<String> flags) {
    List<String> arguments = new ArrayList<>(List.of("start", "--home", home.toString()));
    settings.forEach((key, value) -> arguments.addAll(option(key, value)));
    if (!flags.isEmpty()) {
      arguments.add("--");
      arguments.addAll(flags);
    }
    return arguments;
  }

  private static List<String> option(String key, String value) {
    return switch (key) {
      case "server.port" -> List.of("--http-port", value);
      case "server.ssh.port" -> List.of("--ssh-port=" + value);
      default -> List.of("--" + key + "=" + value);
    };
  }

  private static ProcessBuilder bare(Path tree, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(tree.resolve("packhouse").toString());
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

  /** Records a start once, so that all others are fast; says what is wrong, or nothing. */
  private static String prepare(Path tree) {
    Path jar = tree.resolve("app/target/packhouse.jar");
    if (!Files.exists(jar)) {
      return "There is no " + jar + "; run packhouse build.";
    }
    try {
      Path log = root().resolve("e2e-tests/target/launcher-build.log");
      Files.createDirectories(log.resolveSibling("."));
      Process build =
          bare(tree, List.of("build"))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      return build.waitFor() == 0 ? "" : "packhouse build failed: " + LogTail.sentence(log);
    } catch (IOException e) {
      return "packhouse build does not run: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "packhouse build was interrupted.";
    }
  }
}
