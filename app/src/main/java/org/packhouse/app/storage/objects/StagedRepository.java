package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An isolated bare repository, checked before its objects migrate into the target repository. */
public final class StagedRepository implements Quarantine {

  private static final Logger LOG = LoggerFactory.getLogger(StagedRepository.class);

  private final Path directory;
  private final DirectoryQuarantine objects;

  StagedRepository(Path directory, DirectoryQuarantine objects) {
    this.directory = directory;
    this.objects = objects;
  }

  /** Returns {@code GIT_DIR} for the commands that fill it. */
  public Path directory() {
    return directory;
  }

  @Override
  public Path objectDirectory() {
    return objects.objectDirectory();
  }

  @Override
  public Map<String, String> environment() {
    return objects.environment();
  }

  @Override
  public long size() throws IOException {
    return objects.size();
  }

  /** Opens it with its own refs. */
  @Override
  public Repository open() throws IOException {
    return new FileRepositoryBuilder()
        .setBare()
        .setMustExist(true)
        .setGitDir(directory.toFile())
        .build();
  }

  @Override
  public void flushed(Path pack) {
    objects.flushed(pack);
  }

  @Override
  public void discard() throws IOException {
    objects.discard();
  }

  @Override
  public void migrate() throws IOException {
    objects.migrate();
  }

  @Override
  public void close() {
    try {
      DurableFiles.deleteRecursively(directory);
    } catch (IOException e) {
      // Migrated objects are safe; the directory is removed with the session.
      LOG.warn("Cannot remove {}", directory, e);
    }
  }
}
