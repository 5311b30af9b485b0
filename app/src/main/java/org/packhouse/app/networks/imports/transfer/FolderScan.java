package org.packhouse.app.networks.imports.transfer;

import static org.packhouse.app.platform.rest.InvalidFieldException.quote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.rest.InvalidFieldException;

/** Finds the repositories in a folder. Symbolic links are passed over. */
public final class FolderScan {

  private static final int MAX_COUNT = 100_000;

  private FolderScan() {}

  /** A repository that was found, and where it shall go. */
  public record Found(String projectKey, String name, Path folder) {}

  /**
   * Finds them.
   *
   * @param named what whoever asks calls the folder
   * @param projectKey where all go; null: they lie one level deeper, in folders that are called
   *     like the keys of projects
   * @throws InvalidFieldException if there is none, or there are too many
   */
  public static List<Found> find(Path folder, String named, @Nullable String projectKey) {
    List<Found> found = new ArrayList<>();
    try {
      if (projectKey != null) {
        collect(folder, projectKey, found);
      } else {
        for (Path project : folders(folder)) {
          collect(project, String.valueOf(project.getFileName()), found);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + folder, e);
    }
    if (found.isEmpty()) {
      throw new InvalidFieldException(
          "folder",
          quote(named)
              + (projectKey == null
                  ? " has no folders with Git repositories in them."
                  : " has no Git repositories in it."));
    }
    return found;
  }

  private static void collect(Path folder, String projectKey, List<Found> found)
      throws IOException {
    for (Path candidate : folders(folder)) {
      if (LocalFolders.gitDirectory(candidate) != null) {
        found.add(new Found(projectKey, LocalFolders.nameOf(candidate), candidate));
        if (found.size() > MAX_COUNT) {
          throw new InvalidFieldException(
              "folder", "There are more than " + MAX_COUNT + " repositories in that folder.");
        }
      }
    }
  }

  private static List<Path> folders(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    }
  }
}
