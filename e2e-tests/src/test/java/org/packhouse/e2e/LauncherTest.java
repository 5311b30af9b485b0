package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.lab.process.Launcher;

/** A start that cannot work says why in one sentence and ends with status 1. */
class LauncherTest {

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
  void printsItsVersionAndItsHelp() throws Exception {
    assertThat(launch(List.of("version"))).isZero();
    assertThat(out).content().startsWith("packhouse ");
    assertThat(launch(List.of("help"))).isZero();
    assertThat(out).content().startsWith("Usage: packhouse COMMAND");
    assertThat(launch(List.of("dance"))).isEqualTo(1);
    assertThat(out).content().contains("Unknown command dance.");
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
