package org.packhouse.app.upkeep.housekeeping;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.packhouse.app.upkeep.housekeeping.PackDirectory.Pack;

/**
 * Chooses the packs to roll into one, so that each remaining pack holds at least twice as many
 * objects as the next smaller one: their number stays below the logarithm of the number of objects,
 * which is also the most that an object is copied. This is the rule of {@code git repack
 * --geometric}.
 */
final class PackGeometry {

  private static final int FACTOR = 2;

  /** Objects beyond the bitmap that a clone counts unnoticed. */
  private static final long MIN_OUTGROWN = 1_000;

  private static final int COVERED_PER_BESIDE = 8;

  private PackGeometry() {}

  /** Returns the packs to roll up: none, or at least two. */
  static List<Pack> rollUp(List<Pack> packs) {
    List<Pack> sorted = packs.stream().sorted(Comparator.comparingLong(Pack::objects)).toList();
    int split = firstBreak(sorted);
    long total = sorted.stream().limit(split).mapToLong(Pack::objects).sum();
    while (split > 0 && split < sorted.size() && sorted.get(split).objects() < FACTOR * total) {
      total += sorted.get(split).objects();
      split++;
    }
    return split < 2 ? List.of() : sorted.subList(0, split);
  }

  /**
   * Returns whether so many objects lie outside the pack with the bitmap that clones are slow: they
   * count them one by one. A full repack at an eighth costs eight objects for each new one. A
   * bitmap written after {@code before} stays: its replaced pack would take room for too long.
   */
  static boolean isBitmapOutgrown(List<Pack> packs, Instant before) {
    long covered = 0;
    long beside = 0;
    for (Pack pack : packs) {
      if (pack.bitmap() && pack.modifiedAt() >= before.toEpochMilli()) {
        return false;
      }
      if (pack.bitmap()) {
        covered = Math.max(covered, pack.objects());
      } else {
        beside += pack.objects();
      }
    }
    return beside >= Math.max(MIN_OUTGROWN, covered / COVERED_PER_BESIDE);
  }

  /** Returns the number of packs, from the smallest, outside the progression at the upper end. */
  private static int firstBreak(List<Pack> sorted) {
    for (int i = sorted.size() - 1; i > 0; i--) {
      if (sorted.get(i).objects() < FACTOR * sorted.get(i - 1).objects()) {
        return i + 1;
      }
    }
    return 0;
  }
}
