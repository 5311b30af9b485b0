package org.packhouse.scmcache.stream;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.packhouse.scmcache.PartListener;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponsePart;

/** Stores a response while it is produced. One thread appends; any number read. */
public interface Spool extends Closeable {

  /** Returns false if nothing was taken, and nothing will be: the disk refuses. */
  boolean append(byte[] bytes, int offset, int length);

  /**
   * Appends a shared part first, storing it if needed. The listener may get some of the part even
   * if this returns false and takes nothing.
   */
  boolean include(byte[] before, ResponsePart part, PartListener listener) throws IOException;

  /** Shares the response after {@link #keep}; empty if it must be read by {@link #open}. */
  Optional<ResponseFile> share();

  /** Opens a reader, valid until closed. */
  Reading open() throws IOException;

  /** Makes the complete response available to others, or discards it on failure. */
  void keep();

  /** Drops the response; readers continue. */
  void discard();

  /** Called when nobody will append or open any more. */
  @Override
  void close();

  interface Reading extends Closeable {

    /** Reads at least one byte. */
    int read(long position, byte[] target, int offset, int length) throws IOException;

    @Override
    void close();
  }
}
