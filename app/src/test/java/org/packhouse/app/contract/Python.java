package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32;
import org.packhouse.app.testing.TestingSsh;

/**
 * A Python with the packages of a list of pinned versions, made once in the build directory and
 * kept until the list changes.
 */
final class Python {

  private final Path directory;

  private Python(Path directory) {
    this.directory = directory;
  }

  static Python with(String requirements) {
    byte[] list = resource(requirements);
    CRC32 sum = new CRC32();
    sum.update(list);
    Path directory =
        Path.of("target", "python-" + HexFormat.of().toHexDigits(sum.getValue())).toAbsolutePath();
    if (!Files.isRegularFile(directory.resolve("complete"))) {
      make(directory, list);
    }
    return new Python(directory);
  }

  private static void make(Path directory, byte[] list) {
    try {
      ok(TestingSsh.run(Path.of("."), "python3", "-m", "venv", "--clear", directory.toString()));
      Path wanted = Files.write(directory.resolve("requirements.txt"), list);
      ok(
          TestingSsh.run(
              directory,
              directory.resolve("bin/python") + "",
              "-m",
              "pip",
              "install",
              "--quiet",
              "-r",
              wanted.toString()));
      Files.createFile(directory.resolve("complete"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void ok(TestingSsh.Result result) {
    assertThat(result.status()).as(result.out() + result.err()).isZero();
  }

  /** A program that one of the packages brings. */
  String program(String name) {
    return directory.resolve("bin").resolve(name).toString();
  }

  /** Runs a script that lies beside these tests. */
  TestingSsh.Result run(Path place, String script, List<String> arguments) {
    Path file = place.resolve(script);
    try (InputStream in = stream(script)) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String[] line = new String[arguments.size() + 2];
    line[0] = program("python");
    line[1] = file.toString();
    for (int i = 0; i < arguments.size(); i++) {
      line[i + 2] = arguments.get(i);
    }
    return TestingSsh.run(place, line);
  }

  private static byte[] resource(String name) {
    try (InputStream in = stream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream stream(String name) {
    return Objects.requireNonNull(Python.class.getResourceAsStream(name), name);
  }
}
