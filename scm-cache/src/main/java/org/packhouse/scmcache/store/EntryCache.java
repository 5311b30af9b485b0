package org.packhouse.scmcache.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.time.Duration;
import java.util.Collection;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.packhouse.scmcache.ResponseKey;

/**
 * The entries, evicted by Caffeine: W-TinyLFU, weighted in blocks.
 *
 * <p>Files being written, and dropped ones still being sent, take space unknown to Caffeine. Its
 * maximum is therefore the whole budget, which it never exceeds because the {@link Budget} counts
 * everything. To make room the maximum is lowered for a moment. Caffeine evicts within its lock, so
 * evicted entries are only queued there, and removed from disk afterwards.
 */
final class EntryCache {

  private static final int INITIAL_CAPACITY = 4096;
  private static final int MAX_SERIES = 10_000;
  private static final Duration SERIES_LIFE = Duration.ofHours(1);

  private final Cache<ResponseKey, Entry> entries;
  private final Policy.Eviction<ResponseKey, Entry> policy;
  private final Cache<ResponseKey, Series> series =
      Caffeine.newBuilder().maximumSize(MAX_SERIES).expireAfterWrite(SERIES_LIFE).build();
  private final RepositoryEntries byRepository = new RepositoryEntries();
  private final Queue<Entry> evicted = new ConcurrentLinkedQueue<>();
  private final long maximum;
  private final Consumer<Entry> listener;

  /** Takes the whole budget and a listener to evicted entries. */
  EntryCache(long bytes, Consumer<Entry> listener) {
    this.maximum = bytes / Budget.BLOCK;
    this.listener = listener;
    this.entries =
        Caffeine.newBuilder()
            // Otherwise Caffeine counts no hits before it is half full.
            .initialCapacity(INITIAL_CAPACITY)
            .maximumWeight(maximum)
            .weigher((ResponseKey _, Entry entry) -> entry.blocks())
            .executor(Runnable::run)
            .evictionListener(this::note)
            .build();
    this.policy = entries.policy().eviction().orElseThrow();
  }

  private void note(@Nullable ResponseKey key, @Nullable Entry entry, RemovalCause cause) {
    if (entry != null) {
      evicted.add(entry);
    }
  }

  /** Returns an entry and counts a use. */
  @Nullable Entry get(ResponseKey key) {
    return entries.getIfPresent(key);
  }

  boolean has(ResponseKey key) {
    return entries.asMap().containsKey(key);
  }

  Collection<Entry> all() {
    return entries.asMap().values();
  }

  Collection<Entry> of(long repositoryId) {
    return byRepository.of(repositoryId);
  }

  /** Adds an entry and keeps the previous one of its series, which clients may still want. */
  synchronized void put(Entry entry, @Nullable ResponseKey seriesKey) {
    byRepository.add(entry);
    Entry former = entries.asMap().put(entry.key(), entry);
    if (former != null) {
      leave(former);
    }
    if (seriesKey != null) {
      Series before = series.getIfPresent(seriesKey);
      series.put(seriesKey, new Series(entry, before == null ? null : before.latest()));
      if (before != null && before.former() != null) {
        remove(before.former());
      }
    }
    removeEvicted();
  }

  private record Series(Entry latest, @Nullable Entry former) {}

  synchronized void putIfAbsent(Entry entry) {
    byRepository.add(entry);
    if (entries.asMap().putIfAbsent(entry.key(), entry) != null) {
      leave(entry);
    }
    removeEvicted();
  }

  /** Removes an entry for reasons other than room; returns whether it was present. */
  boolean remove(Entry entry) {
    boolean there = entries.asMap().remove(entry.key(), entry);
    if (there) {
      leave(entry);
    }
    return there;
  }

  private void leave(Entry entry) {
    byRepository.remove(entry);
    entry.file().giveUp();
  }

  /** Evicts at least so many bytes, or all there are; returns whether anything was evicted. */
  synchronized boolean giveUp(long bytes) {
    long weight = policy.weightedSize().orElse(0);
    policy.setMaximum(Math.max(0, weight - Budget.inBlocks(bytes) / Budget.BLOCK));
    policy.setMaximum(maximum);
    return removeEvicted();
  }

  private boolean removeEvicted() {
    boolean any = !evicted.isEmpty();
    for (Entry entry = evicted.poll(); entry != null; entry = evicted.poll()) {
      leave(entry);
      listener.accept(entry);
    }
    return any;
  }

  /** Entries by repository, so that a push examines only its own. */
  private static final class RepositoryEntries {

    private final ConcurrentMap<Long, Set<Entry>> entries = new ConcurrentHashMap<>();

    void add(Entry entry) {
      entries.compute(
          entry.key().repositoryId(),
          (_, current) -> {
            Set<Entry> all = current == null ? ConcurrentHashMap.newKeySet() : current;
            all.add(entry);
            return all;
          });
    }

    void remove(Entry entry) {
      entries.computeIfPresent(
          entry.key().repositoryId(),
          (_, current) -> {
            current.remove(entry);
            return current.isEmpty() ? null : current;
          });
    }

    Collection<Entry> of(long repositoryId) {
      return entries.getOrDefault(repositoryId, Set.of());
    }
  }
}
