package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.PackParser;
import org.jspecify.annotations.Nullable;

/**
 * Holds a push's new objects until every check has passed. Closing without {@link #migrate}
 * discards them.
 */
public interface Quarantine extends AutoCloseable {

  /**
   * Returns an object directory in git's layout.
   *
   * @throws java.io.UncheckedIOException if it cannot be created
   */
  Path objectDirectory();

  /** Returns variables by which git writes here and reads both, as in {@code receive-pack}. */
  Map<String, String> environment();

  /** Returns the bytes that the files take, or would take on disk. */
  long size() throws IOException;

  /** Opens the repository with the quarantine's objects; the caller closes it. */
  Repository open() throws IOException;

  /** Notes that a pack and its index are already synced to disk. */
  void flushed(Path pack);

  /**
   * Creates a parser that reads a small pack into memory, to be used once and at once.
   *
   * @param unpacked bytes of all inflated objects, including the missing bases of a thin pack
   * @return null if the pack must go into the directory
   */
  default @Nullable PackParser newInMemoryParser(InputStream pack, int size, long unpacked)
      throws IOException {
    return null;
  }

  /** Discards the packs so far, so that the next one is checked by itself. */
  void discard() throws IOException;

  /** Moves all objects into the repository durably, each pack before its index. */
  void migrate() throws IOException;

  @Override
  void close();
}
