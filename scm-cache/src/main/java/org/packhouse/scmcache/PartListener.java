package org.packhouse.scmcache;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Receives a copy of a part's bytes while it is stored or sent. */
@FunctionalInterface
public interface PartListener {

  /** The bytes are read-only and valid only during the call. */
  void onBytes(ByteBuffer bytes) throws IOException;
}
