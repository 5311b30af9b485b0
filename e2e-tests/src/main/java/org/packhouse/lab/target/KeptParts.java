package org.packhouse.lab.target;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.packhouse.lab.data.Directories;
import org.packhouse.lab.process.Command;

/**
 * Parts that each new home would make for itself at the cost of seconds, and that are the same each
 * time: the programs of PostgreSQL and the keys by which SSH knows the server. The first server
 * that the lab starts makes them, later ones find them in their homes. They change nothing that is
 * measured.
 */
final class KeptParts {

  private static final String DATABASE = "postgresql-";
  private static final String KEYS = "ssh";

  /** The key that takes longest, and comes last. */
  private static final String LAST_KEY = "ssh_host_rsa_key";

  private final Path kept;

  /** Those in a directory, which need not be there. */
  KeptParts(Path kept) {
    this.kept = kept;
  }

  /** Puts what there is into a home that is not there yet. */
  void giveTo(Path home, Path shared) throws IOException {
    for (Path programs : databases(kept)) {
      Path directory = home.resolve("caches").resolve(programs.getFileName());
      Files.createDirectories(directory);
      for (Path each : list(programs)) {
        Files.createSymbolicLink(directory.resolve(each.getFileName()), each.toRealPath());
      }
    }
    if (Files.isDirectory(kept.resolve(KEYS))) {
      Path config = Files.createDirectories(shared.resolve("config"));
      if (Files.notExists(config.resolve(KEYS))) {
        copy(kept.resolve(KEYS), config.resolve(KEYS));
      }
    }
  }

  /** Keeps what that server has made and was not kept before. */
  void takeFrom(Path home, Path shared) throws IOException {
    Files.createDirectories(kept);
    for (Path programs : databases(home.resolve("caches"))) {
      keep(programs);
    }
    Path keys = shared.resolve("config").resolve(KEYS);
    if (Files.exists(keys.resolve(LAST_KEY))) {
      keep(keys);
    }
  }

  private void keep(Path made) throws IOException {
    Path place = kept.resolve(made.getFileName());
    if (Files.exists(place)) {
      return;
    }
    Path passing = Files.createTempDirectory(kept, "passing-");
    try {
      copy(made, passing.resolve("part"));
      Files.move(passing.resolve("part"), place, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException there) {
      // by another run at the same time
    } finally {
      Directories.delete(passing);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Command.run(from, Map.of(), List.of("cp", "-a", from.toString(), to.toString()));
  }

  private static List<Path> databases(Path directory) throws IOException {
    return list(directory).stream()
        .filter(it -> it.getFileName().toString().startsWith(DATABASE))
        .toList();
  }

  private static List<Path> list(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.toList();
    }
  }
}
