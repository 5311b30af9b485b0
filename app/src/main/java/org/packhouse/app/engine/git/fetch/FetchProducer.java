package org.packhouse.app.engine.git.fetch;

import java.io.IOException;
import org.packhouse.scmcache.ResponseOutput;

/**
 * One way to make the response of a checked fetch; {@link FetchProducers} chooses. The response
 * goes to the client, and maybe to a file that other clients read.
 */
public interface FetchProducer {

  /** Returns whether this way is the cheaper one for that fetch, at next to no cost. */
  boolean suits(CheckedFetch fetch) throws IOException;

  /** Writes the response in the calling thread, which may be interrupted; true if it has a pack. */
  boolean produce(CheckedFetch fetch, ResponseOutput out) throws IOException;
}
