package org.packhouse.app.upkeep.imports.transfer;

import static org.packhouse.app.platform.refusal.InvalidFieldException.quote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.stereotype.Component;

/** Finds directories of this server below {@code import.local.root}. */
@Component
public class LocalDirectories {

  private final ImportSettings.LocalSettings settings;
  private final Homes homes;

  LocalDirectories(ImportSettings.LocalSettings settings, Homes homes) {
    this.settings = settings;
    this.homes = homes;
  }

  /** Returns the real path of a directory; links out of the root are refused. */
  public Path find(String field, @Nullable String path) {
    if (path == null || path.isBlank()) {
      throw new InvalidFieldException(field, "A directory of the server is missing.");
    }
    Path root = settings.root();
    if (root == null) {
      throw new InvalidFieldException(
          field, "No directory of this server can be imported from: import.local.root is not set.");
    }
    try {
      Path realRoot = root.toRealPath();
      Path real = realRoot.resolve(path.strip()).toRealPath();
      if (real.startsWith(realRoot)
          && Files.isDirectory(real)
          && !real.startsWith(homes.shared().toRealPath())) {
        return real;
      }
    } catch (IOException | InvalidPathException e) {
      throw refused(field, path);
    }
    throw refused(field, path);
  }

  /** A forbidden path gets the message of a missing one. */
  private static InvalidFieldException refused(String field, String path) {
    return new InvalidFieldException(
        field, quote(path) + " is not a directory below import.local.root.");
  }

  /** Returns the repository in a directory, bare or in {@code .git}; null: none. */
  public static @Nullable Path gitDirectory(Path directory) {
    if (isGitDirectory(directory)) {
      return directory;
    }
    Path inside = directory.resolve(".git");
    return isGitDirectory(inside) ? inside : null;
  }

  private static boolean isGitDirectory(Path directory) {
    return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
        && Files.isRegularFile(directory.resolve("HEAD"), LinkOption.NOFOLLOW_LINKS)
        && Files.isDirectory(directory.resolve("objects"), LinkOption.NOFOLLOW_LINKS)
        && Files.isDirectory(directory.resolve("refs"), LinkOption.NOFOLLOW_LINKS);
  }

  /** Returns the name of the directory without {@code .git}. */
  static String nameOf(Path directory) {
    String name = String.valueOf(directory.getFileName());
    return name.toLowerCase(Locale.ROOT).endsWith(".git") && name.length() > 4
        ? name.substring(0, name.length() - 4)
        : name;
  }
}
