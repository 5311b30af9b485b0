package org.packhouse.app.storage.objects;

import java.nio.file.Path;
import org.packhouse.app.platform.node.Homes;
import org.springframework.stereotype.Component;

/** Where repositories lie. A folder goes by the repository's id alone: renaming moves no file. */
@Component
public class RepositoryStorage {

  private final Homes homes;

  RepositoryStorage(Homes homes) {
    this.homes = homes;
  }

  /** The bare repository's folder: {@code repositories/<id mod 256 in hex>/<id>.git}. */
  public Path folder(long repositoryId) {
    return parent(repositoryId).resolve(repositoryId + ".git");
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
