package org.packhouse.app.upkeep.imports;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.springframework.stereotype.Component;

/** The directories of repositories that imports fill, empty until the import takes over. */
@Component
class TargetDirectories {

  private static final String FIRST_HEAD = "main";

  private final RepositoryDirectories directories;
  private final RepositoryStorage storage;

  TargetDirectories(RepositoryDirectories directories, RepositoryStorage storage) {
    this.directories = directories;
    this.storage = storage;
  }

  void create(long repositoryId) throws IOException {
    directories.create(repositoryId, FIRST_HEAD);
  }

  /** Empties the directory after an import that was stopped while it took over. */
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
