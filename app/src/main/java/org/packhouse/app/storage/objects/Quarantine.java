package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.PackParser;
import org.jspecify.annotations.Nullable;

/**
 * A directory beside a repository's objects where new objects wait until every check has passed.
 * Seen by nobody else; closing it without {@link #migrate} throws its objects away.
 */
public interface Quarantine extends AutoCloseable {

  /**
   * The directory, laid out as git's object directories are.
   *
   * @throws java.io.UncheckedIOException if it was not needed so far and cannot be made
   */
  Path objectDirectory();

  /**
   * The variables by which git, run in the repository's directory, writes to this one and finds the
   * objects of both, as those of git's own {@code receive-pack}.
   *
   * @throws java.io.UncheckedIOException as {@link #objectDirectory}
   */
  Map<String, String> environment();

  /** Bytes of all files in it, or of those that it would have if it were on disk. */
  long size() throws IOException;

  /** Opens repository and quarantine together for reading; to be closed by the caller. */
  Repository open() throws IOException;

  /**
   * Notes that a pack in it and its index are on disk already, flushed by who wrote them.
   *
   * @param pack the pack's file
   */
  void flushed(Path pack);

  /**
   * Makes a parser that takes a small pack into memory in place of the directory.
   *
   * @param pack the pack's bytes
   * @param size of them, in bytes
   * @param unpacked bytes of all that comes of it, the bases included that a thin pack leaves out
   * @return to be used at once, and once; null: it is to go into the directory
   */
  default @Nullable PackParser hold(InputStream pack, int size, long unpacked) throws IOException {
    return null;
  }

  /**
   * Throws away the packs that it has so far: the next to come is judged anew.
   *
   * @throws IOException if one of them may still be there
   */
  void discard() throws IOException;

  /**
   * Moves all objects into the repository: pack first, then its index, each fsynced with the
   * directories concerned unless it was {@link #flushed} before.
   */
  void migrate() throws IOException;

  /** Removes the directory and what is left in it. */
  @Override
  void close();
}
