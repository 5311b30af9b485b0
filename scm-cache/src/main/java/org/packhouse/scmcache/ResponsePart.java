package org.packhouse.scmcache;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Bytes shared by responses for one repository, such as a pack on disk. Stored once. */
public interface ResponsePart {

  /** Returns the key, which differs from those of all responses. */
  ResponseKey key();

  /** Returns the key of parts that supersede each other, or null. */
  @Nullable ResponseKey series();

  long length();

  /** Produces all bytes, if they are not stored. */
  void writeTo(OutputStream out) throws IOException;
}
