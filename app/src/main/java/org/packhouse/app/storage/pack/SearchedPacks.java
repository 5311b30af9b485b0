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
 * Packs of which it is asked whether one of them holds an object. What a push brings is in none of
 * them, which takes a search in each; after a minute of pushes there are thousands, of a few
 * objects each. So where there are many, those that small ones hold are looked up together, and
 * only the others are searched one by one. For several threads.
 */
final class SearchedPacks {

  private static final Logger LOG = LoggerFactory.getLogger(SearchedPacks.class);

  /** Among fewer, one by one is as fast. */
  private static final int MIN_SMALL = 16;

  /**
   * Objects of a small pack. What is remembered of one, some 70 bytes an object, is then no more
   * than what JGit holds of each pack: 6 KB for its index, and 28 bytes an object.
   */
  private static final long MAX_OBJECTS = 100;

  private final PackListing listing;
  private volatile @Nullable Lookup lookup;

  /** The one that held what was looked for last: mostly the one large pack. */
  private volatile @Nullable Pack last;

  SearchedPacks(PackListing listing) {
    this.listing = listing;
  }

  /**
   * A way to search packs.
   *
   * @param small what small packs hold; grows as packs come
   * @param others those that are searched one by one
   */
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
        // Who searches it, is told.
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

    /** The same, and a pack that has just come. */
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

  /** The same, and a pack that has just come. */
  SearchedPacks with(Pack pack) {
    SearchedPacks searched = new SearchedPacks(listing.with(pack));
    Lookup known = lookup;
    if (known != null && (!known.small.isEmpty() || known.others.size() < MIN_SMALL)) {
      searched.lookup = known.with(pack);
      searched.last = last;
    }
    return searched;
  }

  /** All of them, in the order in which they are looked through. */
  PackListing listing() {
    return listing;
  }

  /**
   * Whether one of them holds an object.
   *
   * @throws IOException if none does of those that can be read, and not all can
   */
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
