package org.packhouse.scmcache;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Predicate;

/** Answers fetches from what was answered before. */
public interface ScmCache extends AutoCloseable {

  /**
   * Gives the client the response of that key. Requests for one key that come at once share one
   * production.
   *
   * @param producer makes the response if it is not at hand; called at most once, in a thread of
   *     the cache's if several may read what it makes
   * @throws IOException as thrown by the producer (the same to every client that waits for it) or
   *     by the client
   */
  Outcome serve(ResponseKey.Asked asked, Producer producer, Client client) throws IOException;

  /**
   * Drops what may no longer be given away.
   *
   * @param mayBeWanted whether all of these object ids may still be wanted from the repository
   */
  void retain(long repositoryId, Predicate<List<String>> mayBeWanted);

  /** Drops all of a repository; what is being sent is sent to its end. */
  void drop(long repositoryId);

  /** Drops one entry; does nothing if there is none. */
  void drop(ResponseKey key);

  /** Drops everything. */
  void dropAll();

  /** What is stored now, the largest first. */
  List<StoredEntry> entries();

  /** What the cache did since it was opened. */
  CacheStatistics statistics();

  @Override
  void close();

  /** Makes a response. */
  @FunctionalInterface
  interface Producer {
    /**
     * Writes all of it. Interrupted when nobody wants it any more.
     *
     * @param out takes as much as the disk does; fails when the production is no longer wanted. To
     *     be flushed before a pause, since clients may be given what comes in large pieces only,
     *     and when the work begins: until then it is given up as soon as no client waits for it
     * @return whether the response is whole and worth keeping, such as one with a pack
     * @throws IOException if it cannot be made; nothing is kept
     */
    boolean produce(ResponseOutput out) throws IOException;
  }

  /** The client that asked. */
  interface Client {

    /** Where a response goes that is still being made or that is not kept. */
    OutputStream out();

    /**
     * Takes a whole response from its file, instead of by {@link #out}.
     *
     * @param file is the client's: to be closed when all of it is sent, which may be after this
     *     method has returned
     */
    void send(ResponseFile file) throws IOException;

    /**
     * Hears, before the first byte, that the making of its response waits for its turn.
     *
     * @param ahead how many have their turn before
     * @throws IOException if the client has gone
     */
    default void queued(int ahead) throws IOException {}
  }

  /** The source that a response came from. */
  enum Outcome {
    /** It was there. */
    HIT,
    /** It was being made for another request. */
    JOINED,
    /** It was made for this request and kept, if it was worth it and there was room. */
    MISS,
    /** It was made for this request alone. */
    BYPASSED
  }
}
