package org.packhouse.lab.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.process.Command;

/** Repositories as somebody keeps them who knows git: packed, with a bitmap and a commit-graph. */
final class StockRepositories {

  private static final String SETTINGS =
      """
      [core]
      \trepositoryformatversion = 0
      \tbare = true
      [http]
      \treceivepack = true
      \tuploadpack = true
      [uploadpack]
      \tallowFilter = true
      """;

  private final Path directory;

  /** Repositories in a directory. */
  StockRepositories(Path directory) {
    this.directory = directory;
  }

  /** Copies one as {@code name.git}; packs become hard links where the file system allows that. */
  void add(TestRepository repository) throws IOException {
    Files.createDirectories(directory);
    Path copy = directory.resolve(repository.name() + ".git");
    git(directory, "clone", "-q", "--mirror", repository.directory().toString(), copy.toString());
    Files.writeString(copy.resolve("config"), SETTINGS);
    if (!hasBitmap(copy)) {
      git(copy, "repack", "-a", "-d", "-b", "-q");
    }
    git(copy, "pack-refs", "--all");
    git(copy, "commit-graph", "write", "--reachable", "--no-progress");
  }

  private static boolean hasBitmap(Path repository) throws IOException {
    try (Stream<Path> files = Files.list(repository.resolve("objects/pack"))) {
      return files.anyMatch(file -> file.toString().endsWith(".bitmap"));
    }
  }

  private static void git(Path directory, String... arguments) throws IOException {
    List<String> command =
        Stream.concat(Stream.of("git", "-c", "safe.directory=*"), Stream.of(arguments)).toList();
    Command.run(directory, Map.of(), command);
  }
}
