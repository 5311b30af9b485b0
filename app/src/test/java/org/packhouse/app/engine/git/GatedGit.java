package org.packhouse.app.engine.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * Native git whose {@code upload-pack} waits at a gate before it works, and writes down when it
 * begins and how many do at once.
 */
final class GatedGit {

  private final Path directory;

  GatedGit(Path directory) {
    this.directory = directory;
    try {
      Files.createDirectories(directory.resolve("running"));
      Files.writeString(
          program(),
          """
          #!/bin/sh
          case "$*" in
          *upload-pack*)
            touch %1$s/running/$$
            trap 'rm -f %1$s/running/$$' EXIT
            echo "$(ls %1$s/running | wc -l) $GIT_DIR" >> %1$s/begun
            while [ ! -e %1$s/open ]; do sleep 0.02; done
            git "$@"
            ;;
          *)
            exec git "$@"
            ;;
          esac
          """
              .formatted(directory));
      Files.setPosixFilePermissions(program(), PosixFilePermissions.fromString("rwx------"));
      Files.createFile(directory.resolve("begun"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the server is to run for git. */
  Path program() {
    return directory.resolve("gated-git");
  }

  /** Lets those through who wait, and all who come. */
  void open() throws IOException {
    Files.createFile(directory.resolve("open"));
  }

  /** Holds up whoever comes from now on, and forgets who was there. */
  void close() throws IOException {
    Files.deleteIfExists(directory.resolve("open"));
    Files.writeString(directory.resolve("begun"), "");
    try (Stream<Path> left = Files.list(directory.resolve("running"))) {
      for (Path file : left.toList()) {
        Files.delete(file);
      }
    }
  }

  /** The repositories that were worked on, in the order in which that began. */
  List<Path> begun() throws IOException {
    return lines().map(line -> Path.of(line.substring(line.indexOf(' ') + 1))).toList();
  }

  /** The most that ran at once. */
  int most() throws IOException {
    return lines()
        .mapToInt(line -> Integer.parseInt(line.substring(0, line.indexOf(' '))))
        .max()
        .orElse(0);
  }

  private Stream<String> lines() throws IOException {
    return Files.readAllLines(directory.resolve("begun")).stream();
  }
}
