package org.packhouse.scmcache;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Predicate;

/** Serves fetches from stored responses. */
public interface ScmCache extends AutoCloseable {

  /**
   * Serves a response. Concurrent requests with equal keys share one production.
   *
   * @param producer called at most once, in a thread of the cache if others may join
   * @throws IOException from the producer, to every waiting client, or from the client
   */
  Outcome serve(ResponseKey.Request request, Producer producer, Client client) throws IOException;

  /** Drops entries unless all of their wants may still be wanted. */
  void retain(long repositoryId, Predicate<List<String>> mayBeWanted);

  /** Drops all entries of a repository; responses being sent are completed. */
  void drop(long repositoryId);

  void drop(ResponseKey key);

  void dropAll();

  /** Returns the stored entries, largest first. */
  List<StoredEntry> entries();

  CacheStatistics statistics();

  @Override
  void close();

  @FunctionalInterface
  interface Producer {
    /**
     * Writes the response; interrupted when no client is left.
     *
     * @param out blocks as the disk does, and fails once the production is cancelled. Flush before
     *     a pause, because clients otherwise receive large pieces only, and when work begins,
     *     before which a production without clients is cancelled
     * @return whether the response is complete and worth storing, such as one with a pack
     */
    boolean produce(ResponseOutput out) throws IOException;
  }

  interface Client {

    /** Returns the stream for responses that are being produced or not stored. */
    OutputStream out();

    /** Sends a response from files instead; the client closes them, perhaps after returning. */
    void send(ResponseFile file) throws IOException;

    /** Called before the first byte with the number of productions queued ahead. */
    default void queued(int ahead) throws IOException {}
  }

  /** The source of a response. */
  enum Outcome {
    HIT,
    /** From a production started by another request. */
    JOINED,
    /** Produced for this request, and stored if worth it and there was room. */
    MISS,
    /** Produced for this request alone. */
    BYPASSED
  }
}
