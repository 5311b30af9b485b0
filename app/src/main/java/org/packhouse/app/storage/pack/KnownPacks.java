package org.packhouse.app.storage.pack;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.file.PackIndex.MutableEntry;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.objects.PackedRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The known packs of an open repository, including borrowed ones.
 *
 * <p>On a miss JGit lists the pack directory again if that has just changed, which it always has
 * during pushes. Callers for whom slightly old knowledge suffices ask here.
 */
public final class KnownPacks {

  /** Maximum age of the list, in nanoseconds; packs of this process are added at once. */
  private static final long FRESH = Duration.ofSeconds(5).toNanos();

  private static final String DATES = ".mtimes";

  private static final ObjectId NOWHERE = ObjectId.fromString("f".repeat(40));

  private final ObjectDirectory objects;
  private Known known = Known.of(List.of(), List.of());
  private long lookedAt = System.nanoTime() - FRESH;

  public KnownPacks(ObjectDirectory objects) {
    this.objects = objects;
  }

  /** Packs, and cruft packs of objects that were unreferenced when written. */
  private record Known(SearchedPacks kept, SearchedPacks cruft, PackListing all) {

    static Known of(List<Pack> kept, List<Pack> cruft) {
      PackListing listed = new PackListing(kept);
      PackListing all = listed;
      if (!cruft.isEmpty()) {
        List<Pack> both = new ArrayList<>(kept);
        both.addAll(cruft);
        all = new PackListing(both);
      }
      return new Known(new SearchedPacks(listed), new SearchedPacks(new PackListing(cruft)), all);
    }

    Known with(Pack pack) {
      SearchedPacks more = kept.with(pack);
      return new Known(more, cruft, all == kept.listing() ? more.listing() : all.with(pack));
    }

    boolean hold(AnyObjectId id) throws IOException {
      return kept.hold(id) || cruft.hold(id);
    }
  }

  /** Returns whether the object is loose or in a known pack. */
  boolean has(AnyObjectId id) throws IOException {
    try {
      return fresh().hold(id) || objects.fileFor(id).exists();
    } catch (IOException e) {
      // A pack was removed; its objects are elsewhere.
      return objects.has(id);
    }
  }

  public boolean hasCruft() throws IOException {
    return !fresh().cruft.listing().packs().isEmpty();
  }

  /** Returns whether the object is loose or in a pack that is no cruft pack. */
  public boolean keeps(AnyObjectId id) throws IOException {
    SearchedPacks kept = fresh().kept;
    try {
      if (kept.hold(id)) {
        return true;
      }
    } catch (IOException e) {
      // A pack was removed; only a walk would find its objects.
    }
    return objects.fileFor(id).exists();
  }

  /** Returns all packs, as {@link PackedRepository#listPacks}. */
  public PackListing listed() throws IOException {
    return fresh().all;
  }

  private synchronized Known fresh() throws IOException {
    long now = System.nanoTime();
    if (now - lookedAt >= FRESH) {
      // A miss makes JGit check its list of packs.
      objects.has(NOWHERE);
      Collection<Pack> packs = objects.getPacks();
      Set<Path> dated = dated(packs);
      List<Pack> kept = new ArrayList<>();
      List<Pack> cruft = new ArrayList<>();
      for (Pack pack : packs) {
        (dated.contains(dates(pack)) ? cruft : kept).add(pack);
      }
      known = Known.of(kept, cruft);
      lookedAt = now;
    }
    return known;
  }

  /** Returns git's files with times of objects in cruft packs. */
  private static Set<Path> dated(Collection<Pack> packs) throws IOException {
    Set<Path> directories = new HashSet<>();
    packs.forEach(pack -> directories.add(dates(pack).resolveSibling(".").normalize()));
    Set<Path> dated = new HashSet<>();
    for (Path directory : directories) {
      try (DirectoryStream<Path> files =
          Files.newDirectoryStream(directory, file -> file.toString().endsWith(DATES))) {
        files.forEach(dated::add);
      }
    }
    return dated;
  }

  private static Path dates(Pack pack) {
    Path file = pack.getPackFile().toPath().normalize();
    String name = file.getFileName().toString();
    return file.resolveSibling(name.substring(0, name.lastIndexOf('.')) + DATES);
  }

  /** Makes the next call list the packs. */
  public synchronized void lookAgain() {
    lookedAt = System.nanoTime() - FRESH;
  }

  public synchronized void add(Pack pack) {
    known = known.with(pack);
  }

  /**
   * Answers whether any pack contains an object. Small packs share one lookup table, because a
   * repository collects thousands of them within a minute of pushes. Thread-safe.
   */
  static final class SearchedPacks {

    private static final Logger LOG = LoggerFactory.getLogger(SearchedPacks.class);

    /** With fewer small packs, searching each is as fast. */
    private static final int MIN_SMALL = 16;

    /**
     * Maximum of objects in a small pack. The table's 70 bytes per object then stay below what JGit
     * holds: 6 KB per index and 28 bytes per object.
     */
    private static final long MAX_OBJECTS = 100;

    private final PackListing listing;
    private volatile @Nullable Lookup lookup;

    /** The pack of the last hit, usually the one large pack. */
    private volatile @Nullable Pack last;

    SearchedPacks(PackListing listing) {
      this.listing = listing;
    }

    /** Objects of small packs, which grow, and packs to be searched one by one. */
    private record Lookup(Set<ObjectId> small, List<Pack> others) {

      static Lookup of(List<Pack> packs) {
        Lookup lookup = new Lookup(ConcurrentHashMap.newKeySet(), new ArrayList<>());
        List<Pack> small = new ArrayList<>();
        for (Pack pack : packs) {
          (isSmall(pack) ? small : lookup.others).add(pack);
        }
        if (small.size() < MIN_SMALL) {
          return new Lookup(Set.of(), packs);
        }
        small.stream().filter(pack -> !lookup.read(pack)).forEach(lookup.others::add);
        return lookup;
      }

      private static boolean isSmall(Pack pack) {
        try {
          return pack.getIndex().getObjectCount() <= MAX_OBJECTS;
        } catch (IOException e) {
          // The search itself reports it.
          LOG.debug("The index of {} cannot be read", pack, e);
          return false;
        }
      }

      private boolean read(Pack pack) {
        try {
          for (MutableEntry entry : pack.getIndex()) {
            small.add(entry.toObjectId());
          }
          return true;
        } catch (IOException e) {
          LOG.debug("The index of {} cannot be read", pack, e);
          return false;
        }
      }

      Lookup with(Pack pack) {
        if (!small.isEmpty() && isSmall(pack) && read(pack)) {
          return this;
        }
        List<Pack> more = new ArrayList<>(others.size() + 1);
        more.add(pack);
        more.addAll(others);
        return new Lookup(small, more);
      }
    }

    SearchedPacks with(Pack pack) {
      SearchedPacks searched = new SearchedPacks(listing.with(pack));
      Lookup known = lookup;
      if (known != null && (!known.small.isEmpty() || known.others.size() < MIN_SMALL)) {
        searched.lookup = known.with(pack);
        searched.last = last;
      }
      return searched;
    }

    PackListing listing() {
      return listing;
    }

    /** Throws if no readable pack has the object and some pack could not be read. */
    boolean hold(AnyObjectId id) throws IOException {
      Lookup known = lookup;
      if (known == null) {
        known = Lookup.of(listing.packs());
        lookup = known;
      }
      return known.small.contains(id) || isInOneOf(known.others, id);
    }

    private boolean isInOneOf(List<Pack> packs, AnyObjectId id) throws IOException {
      Pack latest = last;
      IOException removed = null;
      if (latest != null) {
        try {
          if (latest.hasObject(id)) {
            return true;
          }
        } catch (IOException e) {
          removed = e;
        }
      }
      for (Pack pack : packs) {
        try {
          if (!pack.equals(latest) && pack.hasObject(id)) {
            last = pack;
            return true;
          }
        } catch (IOException e) {
          removed = e;
        }
      }
      if (removed != null) {
        throw removed;
      }
      return false;
    }
  }
}
