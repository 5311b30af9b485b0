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
 * Takes over what an earlier process has stored. All of it counts at once; each header is read
 * afterwards, the oldest file first, so that the newest are given up last.
 */
final class Adoption {

  private static final Logger LOG = LoggerFactory.getLogger(Adoption.class);

  private final Shelf shelf;
  private final List<Found> found;
  private final List<Predicate<Header>> dropped = new ArrayList<>();

  private boolean finished;

  private Adoption(Shelf shelf, List<Found> found) {
    this.shelf = shelf;
    this.found = found;
  }

  /** Counts what is there. */
  static Adoption of(Directory directory, Room room, Shelf shelf) throws IOException {
    List<Found> found = new ArrayList<>();
    directory.forEachEntry((path, attributes) -> {
      long length = attributes.size();
      long modified = attributes.lastModifiedTime().toMillis();
      StoredFile file = new StoredFile(directory, path, Allotment.existing(room, length));
      found.add(new Found(file, length, modified));
    });
    found.sort(Comparator.comparingLong(Found::modified));
    return new Adoption(shelf, found);
  }

  /** Reads the headers, and drops what has none, until all is done or it is told to stop. */
  void run(BooleanSupplier stopped) {
    for (Found one : found) {
      if (stopped.getAsBoolean()) {
        return;
      }
      adopt(one);
    }
    finish();
  }

  /** What is dropped is not taken over either; what was taken over is in the shelf by now. */
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
        shelf.putIfAbsent(new Entry(header, one.file(), Instant.MIN));
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
