package org.packhouse.scmcache;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that several responses to requests for one repository have in common, such as those of a
 * pack on disk behind which each has some objects of its own. They are stored once for all of them.
 */
public interface ResponsePart {

  /** Names it: parts of equal keys have the same bytes. No response has that key. */
  ResponseKey key();

  /** Names the parts of which each makes those before it useless; null: none does. */
  @Nullable ResponseKey series();

  /** How many bytes it has. */
  long length();

  /** Writes all of it, where it is not stored yet. */
  void writeTo(OutputStream out) throws IOException;
}
