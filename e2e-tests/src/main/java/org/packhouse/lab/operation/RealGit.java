package org.packhouse.lab.operation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.packhouse.lab.data.Directories;
import org.packhouse.lab.data.GitCommand;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.git.FetchRequest;
import org.packhouse.lab.git.PackCheck;
import org.packhouse.lab.wire.VerificationException;

/**
 * Lets real git read a pack as a client of its own would: it is indexed strictly, its objects are
 * counted, what was wanted must be in it, and a clone must hold all that its commits refer to.
 */
final class RealGit {

  private final Path scratch;

  RealGit(Path scratch) {
    this.scratch = scratch;
  }

  /** Begins to keep a response. */
  Sample sample() throws IOException {
    Path directory = Files.createTempDirectory(scratch, "sample");
    return new Sample(directory, PackCheck.keptIn(directory.resolve("pack")));
  }

  /** A response that is kept, in a repository of its own. */
  record Sample(Path directory, PackCheck pack) implements AutoCloseable {

    /**
     * Verifies it.
     *
     * @param shallow where history is cut off
     * @param objects how many the pack announces
     * @param repository has what the client told that it had
     */
    void verify(FetchRequest request, List<String> shallow, long objects, TestRepository repository)
        throws IOException {
      boolean clone = request.haves().isEmpty();
      Path git = directory.resolve("repository.git");
      makeRepository(git, shallow);
      if (!clone) {
        Files.writeString(
            git.resolve("objects/info/alternates"),
            repository.directory().resolve("objects").toAbsolutePath() + "\n");
      }
      List<String> index = new ArrayList<>(List.of("index-pack", "--stdin", "--strict"));
      if (!clone) {
        index.add("--fix-thin");
      }
      String name = run(git, directory.resolve("pack"), index).strip();
      String hash = name.substring(name.lastIndexOf('\t') + 1);
      Path indexed = git.resolve("objects/pack/pack-" + hash + ".idx");
      Set<String> found = new HashSet<>();
      run(git, indexed, List.of("show-index"))
          .lines()
          .forEach(line -> found.add(line.split(" ", 3)[1]));
      if (clone ? found.size() != objects : found.size() < objects) {
        throw new VerificationException(
            "A pack that announces %d objects has %d".formatted(objects, found.size()));
      }
      for (String want : request.wants()) {
        if (!found.contains(want) && clone) {
          throw new VerificationException("A pack lacks " + want + ", which was wanted");
        }
      }
      if (clone) {
        checkConnected(git, request);
      }
    }

    private void checkConnected(Path git, FetchRequest request) throws IOException {
      Path wants = directory.resolve("wants");
      Files.write(wants, request.wants(), StandardCharsets.UTF_8);
      run(git, wants, List.of("rev-list", "--objects", "--quiet", "--stdin"));
    }

    private static void makeRepository(Path git, List<String> shallow) throws IOException {
      Files.createDirectories(git.resolve("objects/info"));
      Files.createDirectories(git.resolve("objects/pack"));
      Files.createDirectories(git.resolve("refs"));
      Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
      if (!shallow.isEmpty()) {
        Files.write(git.resolve("shallow"), shallow, StandardCharsets.UTF_8);
      }
    }

    private String run(Path git, Path input, List<String> arguments) throws IOException {
      GitCommand command = new GitCommand(git, arguments);
      GitCommand.Outcome outcome = command.run(input);
      if (outcome.status() != 0) {
        throw new VerificationException(
            "git %s refuses what the server sent: %s"
                .formatted(arguments.getFirst(), outcome.errors().strip().replace('\n', ' ')));
      }
      return outcome.text();
    }

    @Override
    public void close() throws IOException {
      pack.close();
      Directories.delete(directory);
    }
  }
}
