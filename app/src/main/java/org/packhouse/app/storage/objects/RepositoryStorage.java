package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.packhouse.app.platform.node.Homes;
import org.springframework.stereotype.Component;

/** Maps repository ids to directories. Renaming a repository moves no file. */
@Component
public class RepositoryStorage {

  private final Homes homes;

  RepositoryStorage(Homes homes) {
    this.homes = homes;
  }

  /** Returns {@code repositories/<id mod 256 in hex>/<id>.git}. */
  public Path directory(long repositoryId) {
    return parent(repositoryId).resolve(repositoryId + ".git");
  }

  /** Returns {@code pools/<id mod 256 in hex>/<id>.git}. */
  public Path poolDirectory(long poolId) {
    return homes.pools().resolve("%02x".formatted(poolId % 256)).resolve(poolId + ".git");
  }

  List<Path> parents() throws IOException {
    List<Path> parents = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(homes.repositories(), "??")) {
      found.forEach(parents::add);
    }
    return parents;
  }

  Path parent(long repositoryId) {
    return homes.repositories().resolve("%02x".formatted(repositoryId % 256));
  }

  /** Returns this node's file of file system measurements. */
  Path measurements() throws IOException {
    return Files.createDirectories(homes.caches()).resolve("file-systems.config");
  }
}
