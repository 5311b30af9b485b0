package org.packhouse.scmcache.stream;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.packhouse.scmcache.PartListener;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponsePart;

/**
 * A store for a response while it is made, from which those who follow it read. One thread at a
 * time adds; any number reads what was added before.
 */
public interface Spool extends Closeable {

  /**
   * Adds bytes at the end.
   *
   * @return whether they were taken; if not, none was, and none will be: there is no room, or the
   *     disk refuses
   */
  boolean append(byte[] bytes, int offset, int length);

  /**
   * Adds a part, which is stored if it is not yet, as the first that is added.
   *
   * @param before bytes before it
   * @param listener hears all bytes of the part; some of them if they are not taken here
   * @return whether they were taken; if not, none was
   * @throws IOException if the part cannot be made
   */
  boolean include(byte[] before, ResponsePart part, PartListener listener) throws IOException;

  /**
   * Gives one client all that was added, after {@link #keep}.
   *
   * @return empty if it was not kept, or is not there any more; it can be read by {@link #open}
   */
  Optional<ResponseFile> share();

  /** Opens what was added for one reader; it stays readable until it is closed. */
  Reading open() throws IOException;

  /**
   * All was added: others may have it from now on. Does nothing but {@link #discard} if it fails.
   */
  void keep();

  /** Nobody else gets it; readers go on. */
  void discard();

  /** Nobody will add or open any more. */
  @Override
  void close();

  /** The part of one reader. */
  interface Reading extends Closeable {

    /**
     * Reads what was added.
     *
     * @return how many bytes, at least one
     */
    int read(long position, byte[] target, int offset, int length) throws IOException;

    @Override
    void close();
  }
}
