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

/** Finds the repositories in a directory; symbolic links are ignored. */
public final class DirectoryScan {

  private static final int MAX_COUNT = 100_000;

  private DirectoryScan() {}

  public record Found(String projectKey, String name, Path directory) {}

  /**
   * Finds repositories in a directory, which messages call {@code named}. Without a project key
   * they lie one level deeper, in directories named like project keys.
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
