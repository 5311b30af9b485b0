package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.lab.process.Launcher;

/** A start that cannot work says why in one sentence and ends with status 1. */
class LauncherTest {

  /** A runtime that records nothing before it is told to go on, and ends with the test at last. */
  private static final String JAVA_THAT_RECORDS =
      """
      here=${0%/jdk/bin/java}
      for argument; do
        case $argument in
          -XX:AOTCacheOutput=*)
            echo begun >>"$here/begun"
            env >"$here/environment"
            while [ -d "$here" ] && [ ! -e "$here/go" ]; do sleep 0.1; done
            echo recorded >"${argument#*=}"
            ;;
          --destination)
            mkdir -p "$6"
            touch "$6/packhouse.jar"
            ;;
        esac
      done
      """;

  @TempDir private Path directory;
  private Path out;

  @BeforeEach
  void chooseOutput() {
    out = directory.resolve("out");
  }

  @Test
  void refusesAnUnknownSettingAndNamesTheNearest() throws Exception {
    assertThat(launch(List.of("start", "--home", directory.toString(), "--jdbc.usr=x")))
        .isEqualTo(1);
    assertThat(out)
        .hasContent("Unknown setting jdbc.usr in the command line; did you mean jdbc.user.");
  }

  @Test
  void refusesAnUnknownSettingInTheFile() throws Exception {
    Path file = directory.resolve("shared/packhouse.properties");
    Files.createDirectories(directory.resolve("shared"));
    Files.writeString(file, "server.prot=1\n");
    assertThat(launch(List.of("start", "--home", directory.toString()))).isEqualTo(1);
    assertThat(out)
        .hasContent("Unknown setting server.prot in " + file + "; did you mean server.port.");
  }

  @Test
  void refusesADatabaseThatNobodyServes() throws Exception {
    assertThat(
            launch(
                List.of(
                    "start",
                    "--home",
                    directory.toString(),
                    "--jdbc.url=jdbc:postgresql://localhost:1/x",
                    "--jdbc.user=u",
                    "--jdbc.password=p")))
        .isEqualTo(1);
    assertThat(Files.readAllLines(out)).hasSize(2);
    assertThat(Files.readAllLines(out).getFirst())
        .contains("The setting jdbc.password is on the command line");
    assertThat(Files.readAllLines(out).getLast())
        .startsWith("Cannot reach the database at jdbc:postgresql://localhost:1/x");
    try (Stream<Path> made = Files.list(directory)) {
      assertThat(made.filter(file -> !file.equals(out)))
          .isNotEmpty()
          .allSatisfy(file ->
              assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                  .endsWith("------"));
    }
  }

  @Test
  void refusesOptionsThatItDoesNotKnow() throws Exception {
    assertThat(launch(List.of("start", "--hmoe", "/tmp/x"))).isEqualTo(1);
    assertThat(out).content().startsWith("Unknown option --hmoe");
    assertThat(launch(List.of("start", "--home"))).isEqualTo(1);
    assertThat(out).content().isEqualTo("The option --home needs a value.\n");
  }

  @Test
  void knowsTheGroupsOfSlowTests() throws Exception {
    assertThat(launch(List.of("test", "--full", "list"))).isZero();
    assertThat(Files.readAllLines(out)).contains("clones", "crashes", "housekeeping").isSorted();
    assertThat(launch(List.of("test", "--full", "clone"))).isEqualTo(1);
    assertThat(out).content().startsWith("There is no group clone of slow tests");
  }

  @Test
  void saysWhichJdkToInstall() throws Exception {
    Path old = directory.resolve("jdk");
    Files.createDirectories(old.resolve("bin"));
    for (String program : List.of("java", "javac")) {
      Path file = old.resolve("bin").resolve(program);
      Files.writeString(file, "#!/bin/sh\necho 'openjdk version \"17.0.1\"' >&2\n");
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
    ProcessBuilder builder = Launcher.command(List.of("start"));
    builder.environment().put("JAVA_HOME", old.toString());
    builder.environment().put("PATH", old.resolve("bin") + ":/usr/bin:/bin");
    builder.environment().put("JVM_DIRECTORIES", directory.resolve("none").toString());
    assertThat(run(builder)).isEqualTo(1);
    assertThat(Files.readAllLines(out))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("Packhouse needs JDK 25 or later but found only JDK 17: install");
  }

  @Test
  void ofTwoBuildsAtOnceOneRecordsAStartAndTheOtherWaitsForIt() throws Exception {
    Path tree = SmallTree.withJava(directory, JAVA_THAT_RECORDS);
    Process first = build(tree, directory.resolve("first"));
    await().until(() -> Files.exists(directory.resolve("begun")));
    Path output = directory.resolve("second");
    Process second = build(tree, output);
    CompletableFuture<Boolean> recordedThen =
        second.onExit().thenApply(_ -> isRecorded(tree.resolve("target")));
    await().until(() -> Files.readString(output).contains("Recording"));
    Files.createFile(directory.resolve("go"));
    assertThat(recordedThen.get(1, TimeUnit.MINUTES)).as("when the second was ready").isTrue();
    assertThat(second.exitValue()).isZero();
    assertThat(first.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(first.exitValue()).isZero();
    assertThat(directory.resolve("begun")).as("recordings").hasContent("begun");
  }

  @Test
  void recordsAStartOnAGitThatIsMendedAndWithNoDatabaseOfTheEnvironment() throws Exception {
    Path tree = SmallTree.withJava(directory, JAVA_THAT_RECORDS);
    Files.createFile(directory.resolve("go"));
    ProcessBuilder builder = builder(tree, out);
    builder.environment().put("SCM_GIT_VERSION_MENDED", "2.43.0");
    builder.environment().put("JDBC_URL", "jdbc:postgresql://db/packhouse");
    assertThat(builder.start().waitFor()).isZero();
    assertThat(Files.readAllLines(directory.resolve("environment")))
        .contains("SCM_GIT_VERSION_MENDED=2.43.0")
        .noneMatch(line -> line.startsWith("JDBC_URL"));
  }

  @Test
  void leavesNothingOfAServerThatCouldNotBeUnpacked() throws Exception {
    Path tree = SmallTree.withJava(directory, "mkdir -p \"$6\"; exit 1");
    assertThat(build(tree, out).waitFor()).isEqualTo(1);
    assertThat(out).content().startsWith("The server could not be unpacked from " + tree);
    assertThat(tree.resolve("target")).isEmptyDirectory();
  }

  @Test
  void saysWhatWentWrongInABuildWithoutMavensAdvice() throws Exception {
    Path tree = SmallTree.withJava(directory, "exit 1");
    Files.delete(tree.resolve("app/target/packhouse.jar"));
    SmallTree.program(
        tree.resolve("mvnw"),
        """
        echo '[ERROR] Server.java:[1,19] incompatible types'
        echo '[ERROR] '
        echo '[ERROR] -> [Help 1]'
        echo '[ERROR] Re-run Maven using the -X switch to enable full debug logging.'
        exit 1\
        """);
    ProcessBuilder builder = builder(tree, out);
    builder.environment().remove("PACKHOUSE_BUILD");
    assertThat(builder.start().waitFor()).isEqualTo(1);
    assertThat(Files.readAllLines(out))
        .containsExactly(
            "Building Packhouse (the first time takes a few minutes).",
            "[ERROR] Server.java:[1,19] incompatible types",
            "The build failed; all of its output is in " + tree.resolve("target/build.log") + ".");
  }

  private static boolean isRecorded(Path target) {
    try (Stream<Path> files = Files.walk(target, 2)) {
      return files.anyMatch(file -> file.toString().endsWith(".aot"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Process build(Path tree, Path output) throws IOException {
    return builder(tree, output).start();
  }

  private static ProcessBuilder builder(Path tree, Path output) throws IOException {
    return SmallTree.command(tree, List.of("build"))
        .redirectErrorStream(true)
        .redirectOutput(output.toFile());
  }

  @Test
  void printsItsVersionAndItsHelp() throws Exception {
    assertThat(launch(List.of("version"))).isZero();
    assertThat(out).content().startsWith("packhouse ");
    assertThat(launch(List.of("help"))).isZero();
    assertThat(out)
        .content()
        .startsWith("Usage: packhouse COMMAND")
        .contains("  build\n", "  test [--full", "  lab run EXPERIMENT");
    assertThat(launch(List.of("dance"))).isEqualTo(1);
    assertThat(out).content().contains("Unknown command dance.");
  }

  @Test
  void anInstallationHasNoCommandsOfASourceTree() throws Exception {
    Path launcher =
        Files.copy(Launcher.root().resolve("packhouse"), directory.resolve("packhouse"));
    assertThat(Files.readAllLines(launcher)).as("lines of the launcher").hasSizeLessThan(350);
    ProcessBuilder help = Launcher.command(List.of("help"));
    help.command().set(0, launcher.toString());
    assertThat(run(help)).isZero();
    assertThat(Files.readAllLines(out))
        .anyMatch(line -> line.startsWith("  start "))
        .noneMatch(line -> line.matches("  (build|test|lab)\\b.*"));
    for (String command : List.of("build", "test", "lab")) {
      ProcessBuilder refused = Launcher.command(List.of(command));
      refused.command().set(0, launcher.toString());
      assertThat(run(refused)).isEqualTo(1);
      assertThat(out)
          .hasContent("packhouse " + command + " needs the source tree of Packhouse around it.");
    }
  }

  private int launch(List<String> arguments) throws IOException, InterruptedException {
    return run(Launcher.command(arguments));
  }

  private int run(ProcessBuilder builder) throws IOException, InterruptedException {
    builder.redirectErrorStream(true);
    builder.redirectOutput(out.toFile());
    Process process = builder.start();
    assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }
}
