package org.packhouse.scmcache;

import java.io.IOException;
import java.io.OutputStream;

/** Keeps nothing: every response is made anew. For a node whose cache is switched off. */
public final class NullScmCache implements ScmCache {

  @Override
  public Outcome serve(ResponseKey key, Producer producer, OutputStream out) throws IOException {
    producer.produce(out);
    return Outcome.BYPASSED;
  }
}
