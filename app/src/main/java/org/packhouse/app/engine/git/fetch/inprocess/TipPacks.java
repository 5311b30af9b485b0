package org.packhouse.app.engine.git.fetch.inprocess;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.fetch.CheckedFetch;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.node.BackgroundThread;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Tickets.BusyException;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.process.GitProcesses;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Keeps {@linkplain TipPack packs of single commits} on this node's disk, for builds that clone
 * each new commit at depth 1: such a clone gets the pack and the few objects that have changed
 * since. Native git makes one at low priority when a repository was cloned at depth 1 twice within
 * {@link #FOLLOWED} without a suitable one; it goes when unused for as long, or for want of room.
 */
@Component
class TipPacks extends BackgroundThread {

  /** Time for which a repository counts as one that builds follow. */
  static final Duration FOLLOWED = Duration.ofHours(1);

  private static final Logger LOG = LoggerFactory.getLogger(TipPacks.class);

  /** More than one: builds of release branches, which have little in common, may alternate. */
  private static final int MAX_OF_A_REPOSITORY = 3;

  private static final int MISSES_UNTIL_MADE = 2;

  /** Misses that a repository owes after none could be made. */
  private static final int AFTER_FAILURE = -1_000;

  /** Divisor of the packs' total: bytes of all indexes, small beside files. */
  private static final int PACKS_PER_INDEXES = 16;

  private static final int BYTES_PER_WEIGHT = 1024;

  private final long most;
  private final TipPackFiles files;
  private final Set<Long> making = ConcurrentHashMap.newKeySet();
  private final Cache<Long, Integer> misses;
  private final Cache<Long, List<TipPack>> packs;
  private final Counter made;
  private final Counter sent;

  TipPacks(
      Homes homes,
      TipPackSettings settings,
      RepositoryDirectories directories,
      GitProcesses processes,
      Tickets tickets,
      MeterRegistry meters,
      Caches caches) {
    super("tip-packs", DEFAULT_PHASE);
    this.most = settings.size().toBytes();
    this.files =
        new TipPackFiles(homes.caches().resolve("tips"), most, directories, processes, tickets);
    this.packs =
        caches.build(
            "tip-packs",
            "Packs of single commits on disk",
            Caffeine.newBuilder()
                .maximumWeight(Math.max(1, most / BYTES_PER_WEIGHT))
                .weigher((Long _, List<TipPack> of) -> weight(of))
                .expireAfterAccess(FOLLOWED)
                .scheduler(Scheduler.systemScheduler())
                .removalListener(TipPacks::removed));
    this.made =
        Counter.builder("tip.packs.made")
            .description("Packs of single commits that were made for clones of depth 1")
            .register(meters);
    this.sent =
        Counter.builder("tip.packs.sent")
            .description("Clones of depth 1 that were sent from such a pack")
            .register(meters);
    Gauge.builder("tip.packs.used", this, TipPacks::used)
        .description("Disk space that such packs take")
        .baseUnit("bytes")
        .register(meters);
    misses =
        caches.build(
            "tip-pack-misses",
            "Clones at depth 1 that found no pack",
            Caffeine.newBuilder().maximumSize(10_000).expireAfterWrite(FOLLOWED));
  }

  private long used() {
    return packs.asMap().values().stream()
        .flatMap(List::stream)
        .mapToLong(it -> it.size() + it.indexSize())
        .sum();
  }

  private static int weight(List<TipPack> packs) {
    long bytes =
        packs.stream()
            .mapToLong(it -> Math.max(it.size(), PACKS_PER_INDEXES * it.indexSize()))
            .sum();
    return (int) Math.min(Integer.MAX_VALUE, 1 + bytes / BYTES_PER_WEIGHT);
  }

  private static void removed(
      @Nullable Long repositoryId, @Nullable List<TipPack> gone, RemovalCause cause) {
    // A replaced list shares packs with its successor, which deletes the others.
    if (gone != null && cause != RemovalCause.REPLACED) {
      gone.forEach(TipPackFiles::delete);
    }
  }

  /** Removes an earlier process's packs, which may be incomplete. */
  @Override
  protected void begin() {
    files.clear();
  }

  /** Returns a repository's tip packs, the latest first. */
  List<TipPack> of(long repositoryId) {
    List<TipPack> known = packs.getIfPresent(repositoryId);
    return known == null ? List.of() : known;
  }

  /** Counts a clone of depth 1 that was made from a tip pack. */
  void countHit() {
    sent.increment();
  }

  /** Counts a clone of depth 1 that found no suitable tip pack. */
  void countMiss(CheckedFetch fetch) {
    long id = fetch.repositoryId();
    if (most == 0 || fetch.request().wants().size() != 1) {
      return;
    }
    int times = misses.asMap().merge(id, 1, Integer::sum);
    if (times >= MISSES_UNTIL_MADE && making.add(id) && !soon(() -> make(fetch))) {
      making.remove(id);
    }
  }

  private void make(CheckedFetch fetch) {
    long id = fetch.repositoryId();
    int times = AFTER_FAILURE;
    try {
      TipPack written = files.write(fetch);
      if (written != null) {
        made.increment();
        keep(id, written);
        times = 0;
      }
    } catch (BusyException e) {
      times = 0;
      LOG.debug("The server is too busy to make a tip pack of repository {}", id, e);
    } catch (IOException e) {
      LOG.debug("No tip pack of repository {} can be made", id, e);
    } finally {
      if (times != 0) {
        files.retain(id, of(id));
      }
      misses.put(id, times);
      making.remove(id);
    }
  }

  private void keep(long repositoryId, TipPack latest) {
    List<TipPack> gone = new ArrayList<>();
    packs
        .asMap()
        .compute(
            repositoryId,
            (_, before) -> {
              gone.clear();
              List<TipPack> kept = new ArrayList<>(List.of(latest));
              for (TipPack old : before == null ? List.<TipPack>of() : before) {
                // Commits with the same tree share one pack.
                if (!old.file().equals(latest.file())) {
                  kept.add(old);
                }
              }
              while (kept.size() > 1 && isTooMuch(kept)) {
                gone.add(kept.removeLast());
              }
              return List.copyOf(kept);
            });
    gone.forEach(TipPackFiles::delete);
  }

  /** A pack larger than all the room would leave nothing. */
  private boolean isTooMuch(List<TipPack> kept) {
    return kept.size() > MAX_OF_A_REPOSITORY || weight(kept) > most / BYTES_PER_WEIGHT;
  }
}
