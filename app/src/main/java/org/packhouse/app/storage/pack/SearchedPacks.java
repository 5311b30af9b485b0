package org.packhouse.app.storage.pack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.file.PackIndex.MutableEntry;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers whether any pack contains an object. Small packs share one lookup table, because a
 * repository collects thousands of them within a minute of pushes. Thread-safe.
 */
final class SearchedPacks {

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

  /** Fails if some pack is unreadable and no other contains the object. */
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
