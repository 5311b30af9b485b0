package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.eclipse.jgit.lib.Repository;

/**
 * A directory beside a repository's objects where new objects wait until every check has passed.
 * Seen by nobody else; closing it without {@link #migrate} throws its objects away.
 */
public interface Quarantine extends AutoCloseable {

  /** The directory, laid out as git's object directories are. */
  Path objectDirectory();

  /**
   * The variables by which git, run in the repository's directory, writes to this one and finds the
   * objects of both, as those of git's own {@code receive-pack}.
   */
  Map<String, String> environment();

  /** Opens repository and quarantine together for reading; to be closed by the caller. */
  Repository open() throws IOException;

  /**
   * Notes that a pack in it and its index are on disk already, flushed by who wrote them.
   *
   * @param pack the pack's file
   */
  void flushed(Path pack);

  /**
   * Moves all objects into the repository: pack first, then its index, each fsynced with the
   * directories concerned unless it was {@link #flushed} before.
   */
  void migrate() throws IOException;

  /** Removes the directory and what is left in it. */
  @Override
  void close();
}
