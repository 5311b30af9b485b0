package org.packhouse.scmcache;

import java.io.IOException;
import java.io.OutputStream;

/** Answers a fetch from what was answered before. */
public interface ScmCache {

  /**
   * Writes the response of that key.
   *
   * @param producer makes the response if it is not at hand; called in this thread, at most once
   * @param out to the client
   * @throws IOException as thrown by producer or client
   */
  Outcome serve(ResponseKey key, Producer producer, OutputStream out) throws IOException;

  /** Makes a response. */
  @FunctionalInterface
  interface Producer {
    /** Writes all of it. */
    void produce(OutputStream out) throws IOException;
  }

  /** Where a response came from. */
  enum Outcome {
    /** It was there. */
    HIT,
    /** It was made for this request and kept. */
    MISS,
    /** It was made for this request alone. */
    BYPASSED
  }
}
