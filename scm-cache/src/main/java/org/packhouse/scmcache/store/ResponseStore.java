package org.packhouse.scmcache.store;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.packhouse.scmcache.FileCacheSettings;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponseKey;
import org.packhouse.scmcache.ResponseKey.Request;
import org.packhouse.scmcache.StoredEntry;
import org.packhouse.scmcache.stream.Spool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stored responses of a node, in an exclusive directory. */
public final class ResponseStore implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ResponseStore.class);

  private final Directory directory;
  private final Clock clock;
  private final Budget budget;
  private final EntryCache cache;
  private final EvictingBudget room;
  private final DiskState disk;
  private final Adoption adoption;
  private final Upkeep upkeep;
  private final Parts parts;

  private ResponseStore(
      Directory directory, FileCacheSettings settings, Clock clock, Consumer<Duration> evicted)
      throws IOException {
    this.directory = directory;
    this.clock = clock;
    this.budget =
        new Budget(settings.maximumBytes(), settings.minimumFreeBytes(), directory::usable);
    this.cache =
        new EntryCache(
            settings.maximumBytes(),
            entry -> evicted.accept(Duration.between(entry.created(), clock.instant())));
    this.room = new EvictingBudget(budget, cache::giveUp);
    this.disk = new DiskState(clock, settings.retryAfter());
    this.adoption = Adoption.of(directory, room, cache);
    this.upkeep = new Upkeep(this, settings.verifyEvery());
    this.parts = new Parts(this::find, this::use, this::spool);
  }

  /**
   * Opens the store. Existing entries are adopted in the background and verified before they are
   * served. The listener gets the age of evicted entries.
   */
  public static ResponseStore open(
      FileCacheSettings settings, Clock clock, Consumer<Duration> evicted) throws IOException {
    Directory directory = Directory.take(settings.directory());
    try {
      ResponseStore store = new ResponseStore(directory, settings, clock, evicted);
      store.upkeep.start(store.adoption);
      return store;
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  public Optional<ResponseFile> find(ResponseKey key) {
    return find(key, this::share);
  }

  private Optional<UsedPart> use(ResponseKey key) {
    return find(key, entry -> entry.use(clock.instant()));
  }

  /** Uses an entry, unless it was dropped. */
  @FunctionalInterface
  private interface Taking<T> {
    Optional<T> from(Entry entry) throws IOException;
  }

  private <T> Optional<T> find(ResponseKey key, Taking<T> taking) {
    for (Entry entry = cache.get(key); entry != null; entry = cache.get(key)) {
      try {
        Optional<T> taken = taking.from(entry);
        if (taken.isPresent()) {
          return taken;
        }
        cache.remove(entry);
      } catch (IOException e) {
        dropDamaged(entry, e);
      }
    }
    return Optional.empty();
  }

  private Optional<ResponseFile> share(Entry entry) throws IOException {
    Optional<ResponseFile> own = entry.share(clock.instant());
    Insertion insertion = entry.insertion();
    return insertion == null || own.isEmpty()
        ? own
        : JoinedFile.join(own.get(), insertion, find(insertion.part()));
  }

  public boolean has(ResponseKey key) {
    return cache.has(key);
  }

  public boolean isWorthTrying() {
    return disk.isWorthTrying();
  }

  public boolean isRefusing() {
    return disk.isRefusing();
  }

  /** Returns a spool for a new response. */
  public Spool spool(Request request) {
    return new SpooledFile(request, directory, room, disk, cache, parts, clock);
  }

  public void drop(ResponseKey key) {
    adoption.drop(header -> header.key().equals(key));
    dropAll(cache.of(key.repositoryId()), entry -> entry.key().equals(key));
  }

  public void drop(long repositoryId) {
    adoption.drop(header -> header.key().repositoryId() == repositoryId);
    dropAll(cache.of(repositoryId), _ -> true);
  }

  public void dropAll() {
    adoption.drop(_ -> true);
    dropAll(cache.all(), _ -> true);
  }

  /** Drops entries whose objects may no longer be wanted. */
  public void retain(long repositoryId, Predicate<List<String>> mayBeWanted) {
    adoption.drop(
        header -> header.key().repositoryId() == repositoryId && !mayBeWanted.test(header.wants()));
    dropAll(cache.of(repositoryId), entry -> !mayBeWanted(entry, mayBeWanted));
  }

  private void dropAll(Collection<Entry> entries, Predicate<Entry> chosen) {
    for (Entry entry : entries) {
      if (chosen.test(entry)) {
        cache.remove(entry);
      }
    }
  }

  private static boolean mayBeWanted(Entry entry, Predicate<List<String>> mayBeWanted) {
    if (!entry.file().use()) {
      return false;
    }
    try {
      return mayBeWanted.test(entry.wants());
    } catch (IOException e) {
      LOG.warn(
          "An entry of the SCM cache was dropped, for its wants are unknown: {}", e.toString());
      return false;
    } finally {
      entry.file().done();
    }
  }

  public List<StoredEntry> entries() {
    return cache.all().stream()
        .map(Entry::described)
        .sorted(Comparator.comparingLong(StoredEntry::bytes).reversed())
        .toList();
  }

  public long count() {
    return cache.all().size();
  }

  public long bytes() {
    return cache.all().stream().mapToLong(Entry::bytes).sum();
  }

  /** Returns the size of all files, including those being written or sent. */
  public long usedBytes() {
    return budget.used();
  }

  List<Entry> unverifiedFor(Duration time) {
    Instant then = clock.instant().minus(time);
    return cache.all().stream().filter(entry -> entry.isUnverifiedSince(then)).toList();
  }

  /** Verifies an entry and drops it if it is damaged. */
  void verify(Entry entry) {
    try {
      entry.verify(clock.instant());
    } catch (IOException e) {
      dropDamaged(entry, e);
    }
  }

  private void dropDamaged(Entry entry, IOException why) {
    if (cache.remove(entry)) {
      LOG.warn(
          "The entry {} of repository {} in the SCM cache was dropped: {}",
          entry.key().digest(),
          entry.key().repositoryId(),
          why.getMessage());
    }
  }

  /** Recreates directories that were removed from outside. */
  void restore() {
    try {
      directory.makeDirectories();
    } catch (IOException e) {
      LOG.debug("A directory of the SCM cache cannot be made", e);
    }
  }

  /** Retries removals, and evicts if free disk space is low. */
  void tidy() {
    try {
      directory.removeStuck();
      long missing = budget.missingOnDisk();
      if (missing > 0) {
        cache.giveUp(missing);
      }
    } catch (IOException e) {
      disk.refused(e);
    }
  }

  /** Stops background work and unlocks the directory; files being sent stay readable. */
  @Override
  public void close() {
    upkeep.close();
    try {
      directory.close();
    } catch (IOException e) {
      LOG.warn("The lock of the SCM cache could not be released: {}", e.toString());
    }
  }
}
