package org.packhouse.scmcache;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/** Stores nothing, for a node whose cache is switched off. */
public final class NullScmCache implements ScmCache {

  private final LongAdder bypassed = new LongAdder();

  @Override
  public Outcome serve(ResponseKey.Request request, Producer producer, Client client)
      throws IOException {
    bypassed.increment();
    producer.produce(ResponseOutput.to(client.out(), client));
    return Outcome.BYPASSED;
  }

  @Override
  public void retain(long repositoryId, Predicate<List<String>> mayBeWanted) {
    // Nothing is stored.
  }

  @Override
  public void drop(long repositoryId) {
    // Nothing is stored.
  }

  @Override
  public void drop(ResponseKey key) {
    // Nothing is stored.
  }

  @Override
  public void dropAll() {
    // Nothing is stored.
  }

  @Override
  public List<StoredEntry> entries() {
    return List.of();
  }

  @Override
  public CacheStatistics statistics() {
    return new CacheStatisticsBuilder()
        .hits(0)
        .joined(0)
        .misses(0)
        .bypassed(bypassed.sum())
        .entries(0)
        .bytes(0)
        .evictions(0)
        .steppedAside(false)
        .build();
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
