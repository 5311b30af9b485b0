package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.packhouse.app.platform.node.Homes;
import org.springframework.stereotype.Component;

/**
 * The directories that repositories lie in. A directory goes by the repository's id alone: renaming
 * moves no file.
 */
@Component
public class RepositoryStorage {

  private final Homes homes;

  RepositoryStorage(Homes homes) {
    this.homes = homes;
  }

  /** The bare repository's directory: {@code repositories/<id mod 256 in hex>/<id>.git}. */
  public Path directory(long repositoryId) {
    return parent(repositoryId).resolve(repositoryId + ".git");
  }

  /** A pool's directory: {@code pools/<id mod 256 in hex>/<id>.git}. */
  public Path poolDirectory(long poolId) {
    return homes.pools().resolve("%02x".formatted(poolId % 256)).resolve(poolId + ".git");
  }

  /** The directories that hold those of repositories. */
  List<Path> parents() throws IOException {
    List<Path> parents = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(homes.repositories(), "??")) {
      found.forEach(parents::add);
    }
    return parents;
  }

  /** The directory that holds the repository's. */
  Path parent(long repositoryId) {
    return homes.repositories().resolve("%02x".formatted(repositoryId % 256));
  }

  /** The file of this node for what was measured of the file systems that repositories lie on. */
  Path measurements() throws IOException {
    return Files.createDirectories(homes.caches()).resolve("file-systems.config");
  }
}
