package org.packhouse.scmcache.store;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adopts the entries of an earlier process. Their sizes count at once; headers are read in the
 * background, oldest first, so that the newest are evicted last.
 */
final class Adoption {

  private static final Logger LOG = LoggerFactory.getLogger(Adoption.class);

  private final EntryCache cache;
  private final List<Found> found;
  private final List<Predicate<Header>> dropped = new ArrayList<>();

  private boolean finished;

  private Adoption(EntryCache cache, List<Found> found) {
    this.cache = cache;
    this.found = found;
  }

  static Adoption of(Directory directory, EvictingBudget room, EntryCache cache)
      throws IOException {
    List<Found> found = new ArrayList<>();
    directory.forEachEntry((path, attributes) -> {
      long length = attributes.size();
      long modified = attributes.lastModifiedTime().toMillis();
      StoredFile file = new StoredFile(directory, path, Allotment.existing(room, length));
      found.add(new Found(file, length, modified));
    });
    found.sort(Comparator.comparingLong(Found::modified));
    return new Adoption(cache, found);
  }

  /** Reads headers and drops invalid files until done or stopped. */
  void run(BooleanSupplier stopped) {
    for (Found one : found) {
      if (stopped.getAsBoolean()) {
        return;
      }
      adopt(one);
    }
    finish();
  }

  /** Keeps matching entries from being adopted later; adopted ones are on the cache. */
  synchronized void drop(Predicate<Header> chosen) {
    if (!finished) {
      dropped.add(chosen);
    }
  }

  private synchronized void finish() {
    finished = true;
    dropped.clear();
  }

  private synchronized void adopt(Found one) {
    try {
      Header header = header(one.file());
      if (one.length() != header.length() + header.bodyLength()) {
        throw new DamagedException("it has " + one.length() + " bytes");
      }
      if (dropped.stream().anyMatch(chosen -> chosen.test(header))) {
        one.file().giveUp();
      } else {
        cache.putIfAbsent(new Entry(header, one.file(), Instant.MIN));
      }
    } catch (IOException | RuntimeException e) {
      one.file().giveUp();
      LOG.warn(
          "{} is no entry of the SCM cache and was dropped: {}", one.file().path(), e.getMessage());
    }
  }

  private static Header header(StoredFile file) throws IOException {
    try (InputStream in = file.read()) {
      return Header.read(in);
    }
  }

  private record Found(StoredFile file, long length, long modified) {}
}
