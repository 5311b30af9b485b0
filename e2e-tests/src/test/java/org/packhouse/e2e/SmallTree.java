package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.packhouse.lab.process.Launcher;

/**
 * A source tree of the launcher and its scripts alone, with a built jar and a JDK that plays a
 * part.
 */
final class SmallTree {

  private SmallTree() {}

  /**
   * Makes one in the directory {@code tree}, and beside it a JDK whose java runs the shell code.
   */
  static Path withJava(Path directory, String shell) throws IOException {
    Path tree = directory.resolve("tree");
    Files.createDirectories(tree.resolve("app/target"));
    Files.createDirectories(tree.resolve("e2e-tests"));
    for (String file :
        List.of(
            "packhouse",
            "pom.xml",
            "LICENSE",
            "NOTICE",
            "app/build-server.sh",
            "app/recorded-start.sh",
            "e2e-tests/packages.sh",
            "e2e-tests/run-tests.sh",
            "e2e-tests/test-progress.sh")) {
      Files.copy(Launcher.root().resolve(file), tree.resolve(file));
    }
    Files.writeString(tree.resolve("app/target/packhouse.jar"), "a jar");
    Path java = Files.createDirectories(directory.resolve("jdk/bin"));
    Files.writeString(java.resolveSibling("release"), "JAVA_VERSION=\"25.0.1\"\n");
    program(java.resolve("javac"), "exit 1");
    program(java.resolve("java"), shell);
    return tree;
  }

  /** A command of the tree's launcher, ready to start, on the JDK beside the tree. */
  static ProcessBuilder command(Path tree, List<String> arguments) throws IOException {
    ProcessBuilder builder = Launcher.command(arguments);
    builder.command().set(0, tree.resolve("packhouse").toString());
    builder.environment().put("JAVA_HOME", tree.resolveSibling("jdk").toString());
    return builder;
  }

  /** Writes a program of shell code. */
  static void program(Path file, String shell) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + shell + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
