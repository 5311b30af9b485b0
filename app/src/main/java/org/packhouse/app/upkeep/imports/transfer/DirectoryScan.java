package org.packhouse.app.upkeep.imports.transfer;

import static org.packhouse.app.platform.refusal.InvalidFieldException.quote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** Finds the repositories in a directory. Symbolic links are passed over. */
public final class DirectoryScan {

  private static final int MAX_COUNT = 100_000;

  private DirectoryScan() {}

  /** A repository that was found, and where it shall go. */
  public record Found(String projectKey, String name, Path directory) {}

  /**
   * Finds them.
   *
   * @param named what whoever asks calls the directory
   * @param projectKey where all go; null: they lie one level deeper, in directories that are called
   *     like the keys of projects
   * @throws InvalidFieldException if there is none, or there are too many
   */
  public static List<Found> find(Path directory, String named, @Nullable String projectKey) {
    List<Found> found = new ArrayList<>();
    try {
      if (projectKey != null) {
        collect(directory, projectKey, found);
      } else {
        for (Path project : directories(directory)) {
          collect(project, String.valueOf(project.getFileName()), found);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + directory, e);
    }
    if (found.isEmpty()) {
      throw new InvalidFieldException(
          "folder",
          quote(named)
              + (projectKey == null
                  ? " has no directories with Git repositories in them."
                  : " has no Git repositories in it."));
    }
    return found;
  }

  private static void collect(Path directory, String projectKey, List<Found> found)
      throws IOException {
    for (Path candidate : directories(directory)) {
      if (LocalDirectories.gitDirectory(candidate) != null) {
        found.add(new Found(projectKey, LocalDirectories.nameOf(candidate), candidate));
        if (found.size() > MAX_COUNT) {
          throw new InvalidFieldException(
              "folder", "There are more than " + MAX_COUNT + " repositories in that directory.");
        }
      }
    }
  }

  private static List<Path> directories(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    }
  }
}
