package org.packhouse.app.upkeep.imports;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.springframework.stereotype.Component;

/**
 * The directories of repositories that imports fill: empty until an import takes over what it has.
 */
@Component
class TargetDirectories {

  /** Until it is known what HEAD names elsewhere. */
  private static final String FIRST_HEAD = "main";

  private final RepositoryDirectories directories;
  private final RepositoryStorage storage;

  TargetDirectories(RepositoryDirectories directories, RepositoryStorage storage) {
    this.directories = directories;
    this.storage = storage;
  }

  /** Makes it; does nothing if it is there. */
  void create(long repositoryId) throws IOException {
    directories.create(repositoryId, FIRST_HEAD);
  }

  /** Empties it if an import was stopped while it took over what it had. */
  void clear(long repositoryId) throws IOException {
    Path packs = storage.directory(repositoryId).resolve("objects/pack");
    boolean filled = false;
    if (Files.isDirectory(packs)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(packs)) {
        filled = entries.iterator().hasNext();
      }
    }
    if (filled) {
      directories.delete(repositoryId);
    }
    create(repositoryId);
  }
}
