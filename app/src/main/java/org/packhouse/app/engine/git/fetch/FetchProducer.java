package org.packhouse.app.engine.git.fetch;

import java.io.IOException;
import org.packhouse.scmcache.ResponseOutput;

/**
 * One of the ways in which the response of a fetch is made. {@link FetchProducers} chooses. The
 * wants have been checked; the response goes to the client, and maybe to a file that other clients
 * read.
 */
public interface FetchProducer {

  /** Whether this way is the cheaper one for that fetch. To be found out at next to no cost. */
  boolean suits(CheckedFetch fetch) throws IOException;

  /**
   * Writes the whole response, in the thread that calls, which may be interrupted.
   *
   * @return whether a pack is in it; a round of negotiation has none
   * @throws IOException if it cannot be made, or if {@code out} takes no more
   */
  boolean produce(CheckedFetch fetch, ResponseOutput out) throws IOException;
}
