package org.packhouse.e2e.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.packhouse.lab.process.Launcher;

/**
 * The build of the last release, from which a cluster must be able to come to this one while people
 * work: the commit that the file {@code e2e-tests/last-release} names, built once and kept under
 * {@code target}.
 */
public final class LastRelease {

  private LastRelease() {}

  /** The source tree in which it was built. */
  public static Path tree() throws IOException, InterruptedException {
    Path root = Launcher.root();
    String commit = Files.readString(root.resolve("e2e-tests/last-release")).strip();
    Path tree = root.resolve("target/releases/" + commit);
    Path built = tree.resolve("target/built");
    if (!Files.exists(built)) {
      Files.createDirectories(tree.getParent());
      if (!Files.exists(tree)) {
        run(root, "git", "clone", "--quiet", "--no-checkout", root.toString(), tree.toString());
      }
      run(tree, "git", "checkout", "--quiet", "--force", commit);
      run(tree, tree.resolve("packhouse").toString(), "build");
      Files.createDirectories(built.getParent());
      Files.writeString(built, "");
    }
    return tree;
  }

  private static void run(Path directory, String... command)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile("last-release", ".log");
    ProcessBuilder builder = new ProcessBuilder(List.of(command));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("PACKHOUSE_BUILD");
    Process process =
        builder
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(process.waitFor())
        .as(() -> {
          try {
            return String.join(" ", command) + "\n" + Files.readString(log);
          } catch (IOException e) {
            return e.toString();
          }
        })
        .isZero();
    Files.delete(log);
  }
}
