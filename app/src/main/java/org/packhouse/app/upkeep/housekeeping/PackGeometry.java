package org.packhouse.app.upkeep.housekeeping;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.packhouse.app.upkeep.housekeeping.PackDirectory.Pack;

/**
 * Chooses the packs to roll into one, so that each of those that are left holds at least twice as
 * many objects as the next smaller one: their number stays below the logarithm of the number of
 * objects, and each object is copied that often at most. The rule is that of {@code git repack
 * --geometric}.
 */
final class PackGeometry {

  private static final int FACTOR = 2;

  /** Objects that a clone finds without that anybody waits for it. */
  private static final long MIN_OUTGROWN = 1_000;

  private static final int COVERED_PER_BESIDE = 8;

  private PackGeometry() {}

  /** The packs to roll up: none, or two and more. */
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
   * Whether so much lies beside the pack that has the bitmap that clones take notice: each is made
   * of that pack and of what it lacks, which is looked for one by one. To pack all anew at an
   * eighth costs eight objects for each that came, in the background.
   *
   * @param before a bitmap that was written later is let be: the pack that would be replaced takes
   *     room for as long as an operation may read it
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

  /** How many packs, from the smallest on, are not part of the progression at the upper end. */
  private static int firstBreak(List<Pack> sorted) {
    for (int i = sorted.size() - 1; i > 0; i--) {
      if (sorted.get(i).objects() < FACTOR * sorted.get(i - 1).objects()) {
        return i + 1;
      }
    }
    return 0;
  }
}
