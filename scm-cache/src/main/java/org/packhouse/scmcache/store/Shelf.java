package org.packhouse.scmcache.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.time.Duration;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.packhouse.scmcache.ResponseKey;

/**
 * The entries that there are, of which some are given up for room. Caffeine decides that:
 * W-TinyLFU, weighted in blocks of the disk.
 *
 * <p>What Caffeine may hold is not known to it: responses that are being written, and files that
 * were given up and are still being sent, take room as well. So its own maximum is the whole
 * budget, which it never exceeds, because the {@link Budget} counts everything; and when room is
 * needed, it is told a smaller one for a moment, and evicts down to that. It evicts within its
 * lock, so what it evicts is only noted there, and leaves the disk afterwards.
 */
final class Shelf {

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

  /**
   * An empty shelf.
   *
   * @param bytes the whole budget
   * @param listener told what was given up for room
   */
  Shelf(long bytes, Consumer<Entry> listener) {
    this.maximum = bytes / Budget.BLOCK;
    this.listener = listener;
    this.entries =
        Caffeine.newBuilder()
            // Without it Caffeine counts no hits before it is half full.
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

  /** The entry of that key, which is in use from now on, as far as eviction goes. */
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

  /**
   * Adds an entry, in the place of any other of its key. Of its series it and the one before it
   * stay: that may still be wanted by who has read the refs a moment ago.
   */
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

  /** Adds an entry, unless there is one of its key. */
  synchronized void putIfAbsent(Entry entry) {
    byRepository.add(entry);
    if (entries.asMap().putIfAbsent(entry.key(), entry) != null) {
      leave(entry);
    }
    removeEvicted();
  }

  /**
   * Gives up that entry, for another reason than room.
   *
   * @return whether it was still there
   */
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

  /**
   * Gives up at least so many bytes, or all that there are.
   *
   * @return whether anything was given up
   */
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
}
