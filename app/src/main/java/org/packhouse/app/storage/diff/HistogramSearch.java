package org.packhouse.app.storage.diff;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** Finds common lines by rarity: histogram diff. */
final class HistogramSearch {

  /** A line that occurs more often in the first text is no anchor. */
  private static final int FREQUENT = 64;

  /** Comparisons after which the rest counts as replaced. */
  private static final long MAX_WORK = 200_000_000L;

  private static final int NONE = -1;

  private final int[] a;
  private final int[] b;
  private final ChangedLines changed;
  private final MyersSearch frequent;
  private final int[] occurrences;
  private final int[] firstOccurrence;
  private final int[] nextOccurrence;
  private long work;

  /** Ends are exclusive. */
  private record Region(int beginA, int endA, int beginB, int endB) {}

  HistogramSearch(LineClasses lines, ChangedLines changed) {
    this.a = lines.before;
    this.b = lines.after;
    this.changed = changed;
    this.frequent = new MyersSearch(lines, changed);
    this.occurrences = new int[lines.count];
    this.firstOccurrence = new int[lines.count];
    this.nextOccurrence = new int[a.length];
  }

  void run() {
    Deque<Region> open = new ArrayDeque<>();
    open.push(new Region(0, a.length, 0, b.length));
    while (!open.isEmpty()) {
      Region region = open.pop();
      if (region.beginA == region.endA || region.beginB == region.endB || work > MAX_WORK) {
        replaced(region);
        continue;
      }
      Search search = new Search(region);
      search.run();
      if (search.onlyFrequent()) {
        frequent.run(region.beginA, region.endA, region.beginB, region.endB);
      } else if (search.begin == NONE) {
        replaced(region);
      } else {
        open.push(
            new Region(
                search.begin + search.length,
                region.endA,
                search.beginInB + search.length,
                region.endB));
        open.push(new Region(region.beginA, search.begin, region.beginB, search.beginInB));
      }
    }
  }

  private void replaced(Region region) {
    changed.removed(region.beginA, region.endA);
    changed.added(region.beginB, region.endB);
  }

  /** Finds the longest common run with the rarest line in a region. */
  private final class Search {
    private final Region region;
    private int begin = NONE;
    private int beginInB = NONE;
    private int length = 1;
    private int rarity = FREQUENT + 1;
    private boolean anyCommon;

    Search(Region region) {
      this.region = region;
    }

    void run() {
      count();
      int line = region.beginB;
      while (line < region.endB) {
        line = runsThrough(line);
      }
      for (int i = region.beginA; i < region.endA; i++) {
        occurrences[a[i]] = 0;
      }
    }

    /** Returns whether common lines exist, but all are too frequent. */
    boolean onlyFrequent() {
      return anyCommon && rarity > FREQUENT;
    }

    private void count() {
      for (int i = region.endA - 1; i >= region.beginA; i--) {
        int line = a[i];
        nextOccurrence[i] = occurrences[line]++ == 0 ? NONE : firstOccurrence[line];
        firstOccurrence[line] = i;
      }
      work += region.endA - region.beginA;
    }

    /** Tries all common runs through a line of the second text; returns the next line to try. */
    private int runsThrough(int line) {
      int next = line + 1;
      work++;
      int times = occurrences[b[line]];
      anyCommon |= times > 0;
      if (times == 0 || times > rarity) {
        return next;
      }
      int start = firstOccurrence[b[line]];
      while (start != NONE) {
        int up = commonBefore(start, line);
        int down = commonAfter(start, line);
        int least = rarest(start - up, start + down, times);
        next = Math.max(next, line + down + 1);
        if (length < up + down + 1 || least < rarity) {
          begin = start - up;
          beginInB = line - up;
          length = up + down + 1;
          rarity = least;
        }
        int end = start + down;
        while (start != NONE && start <= end) {
          start = nextOccurrence[start];
        }
      }
      return next;
    }

    private int commonBefore(int inA, int inB) {
      int most = Math.min(inA - region.beginA, inB - region.beginB);
      int n = 0;
      while (n < most && a[inA - n - 1] == b[inB - n - 1]) {
        n++;
      }
      work += n + 1;
      return n;
    }

    private int commonAfter(int inA, int inB) {
      int most = Math.min(region.endA - inA, region.endB - inB) - 1;
      int n = 0;
      while (n < most && a[inA + n + 1] == b[inB + n + 1]) {
        n++;
      }
      work += n + 1;
      return n;
    }

    private int rarest(int first, int last, int known) {
      return Math.min(
          known, Arrays.stream(a, first, last + 1).map(line -> occurrences[line]).min().orElse(1));
    }
  }
}
