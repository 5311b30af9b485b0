package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.packhouse.app.platform.node.Homes;
import org.springframework.stereotype.Component;

/**
 * The folders that repositories lie in. A folder goes by the repository's id alone: renaming moves
 * no file.
 */
@Component
public class RepositoryStorage {

  private static final Pattern POOL = Pattern.compile("/([0-9]{1,18})\\.git/objects");

  private final Homes homes;

  RepositoryStorage(Homes homes) {
    this.homes = homes;
  }

  /** The bare repository's folder: {@code repositories/<id mod 256 in hex>/<id>.git}. */
  public Path folder(long repositoryId) {
    return parent(repositoryId).resolve(repositoryId + ".git");
  }

  /**
   * The pools that any repository on disk borrows from, whatever the database says.
   *
   * @throws IOException if a repository cannot be looked at
   */
  public Set<Long> borrowedPools() throws IOException {
    Set<Long> borrowed = new HashSet<>();
    try (DirectoryStream<Path> parents = Files.newDirectoryStream(homes.repositories(), "??")) {
      for (Path parent : parents) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, "*.git")) {
          for (Path folder : folders) {
            borrowed.addAll(pools(folder.resolve("objects/info/alternates")));
          }
        }
      }
    }
    return borrowed;
  }

  private static List<Long> pools(Path alternates) throws IOException {
    try {
      return POOL.matcher(Files.readString(alternates))
          .results()
          .map(found -> Long.parseLong(found.group(1)))
          .toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /** A pool's folder: {@code pools/<id mod 256 in hex>/<id>.git}. */
  public Path poolFolder(long poolId) {
    return homes.pools().resolve("%02x".formatted(poolId % 256)).resolve(poolId + ".git");
  }

  /** The folder that holds the repository's. */
  Path parent(long repositoryId) {
    return homes.repositories().resolve("%02x".formatted(repositoryId % 256));
  }
}
