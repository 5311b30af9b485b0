package org.packhouse.app.storage.diff;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Finds the shortest edit script by Myers' O(ND) algorithm in linear space, from both ends. Beyond
 * a maximum cost it splits at the furthest point reached.
 */
final class MyersSearch {

  private static final int LEAST_COST = 256;

  private final int[] a;
  private final int[] b;
  private final ChangedLines changed;
  // By diagonal (index in a minus index in b) plus offset: the furthest index in a.
  private int[] forward = {};
  private int[] backward = {};
  private int offset;

  private record Region(int beginA, int endA, int beginB, int endB) {}

  private record Point(int inA, int inB) {}

  MyersSearch(LineClasses lines, ChangedLines changed) {
    this.a = lines.before;
    this.b = lines.after;
    this.changed = changed;
  }

  void run(int beginA, int endA, int beginB, int endB) {
    int diagonals = endA - beginA + endB - beginB + 3;
    forward = new int[diagonals];
    backward = new int[diagonals];
    offset = endB - beginA + 1;
    int mostCost = Math.max(LEAST_COST, (int) Math.sqrt(diagonals));
    Deque<Region> open = new ArrayDeque<>();
    open.push(new Region(beginA, endA, beginB, endB));
    while (!open.isEmpty()) {
      Region region = trimmed(open.pop());
      if (region.beginA == region.endA || region.beginB == region.endB) {
        changed.removed(region.beginA, region.endA);
        changed.added(region.beginB, region.endB);
      } else {
        Point middle = new Split(region).find(mostCost);
        open.push(new Region(middle.inA, region.endA, middle.inB, region.endB));
        open.push(new Region(region.beginA, middle.inA, region.beginB, middle.inB));
      }
    }
    forward = new int[0];
    backward = new int[0];
  }

  private Region trimmed(Region region) {
    int beginA = region.beginA;
    int beginB = region.beginB;
    int endA = region.endA;
    int endB = region.endB;
    while (beginA < endA && beginB < endB && a[beginA] == b[beginB]) {
      beginA++;
      beginB++;
    }
    while (beginA < endA && beginB < endB && a[endA - 1] == b[endB - 1]) {
      endA--;
      endB--;
    }
    return new Region(beginA, endA, beginB, endB);
  }

  /** Finds the middle of a region's script. */
  private final class Split {
    private final Region region;
    private final int lowest;
    private final int highest;
    private final boolean odd;
    private int forwardLow;
    private int forwardHigh;
    private int backwardLow;
    private int backwardHigh;

    Split(Region region) {
      this.region = region;
      this.lowest = region.beginA - region.endB;
      this.highest = region.endA - region.beginB;
      int start = region.beginA - region.beginB;
      int end = region.endA - region.endB;
      this.odd = ((start - end) & 1) != 0;
      this.forwardLow = start;
      this.forwardHigh = start;
      this.backwardLow = end;
      this.backwardHigh = end;
      forward[offset + start] = region.beginA;
      backward[offset + end] = region.endA;
    }

    Point find(int mostCost) {
      for (int cost = 1; ; cost++) {
        Point middle = advance();
        if (middle == null) {
          middle = retreat();
        }
        if (middle == null && cost >= mostCost) {
          middle = furthest();
        }
        if (middle != null) {
          return middle;
        }
      }
    }

    private @Nullable Point advance() {
      if (forwardLow > lowest) {
        forward[offset + --forwardLow - 1] = -1;
      } else {
        forwardLow++;
      }
      if (forwardHigh < highest) {
        forward[offset + ++forwardHigh + 1] = -1;
      } else {
        forwardHigh--;
      }
      for (int d = forwardHigh; d >= forwardLow; d -= 2) {
        int inA = Math.max(forward[offset + d - 1] + 1, forward[offset + d + 1]);
        while (inA < region.endA && inA - d < region.endB && a[inA] == b[inA - d]) {
          inA++;
        }
        forward[offset + d] = inA;
        if (odd && d >= backwardLow && d <= backwardHigh && backward[offset + d] <= inA) {
          return new Point(inA, inA - d);
        }
      }
      return null;
    }

    private @Nullable Point retreat() {
      if (backwardLow > lowest) {
        backward[offset + --backwardLow - 1] = Integer.MAX_VALUE;
      } else {
        backwardLow++;
      }
      if (backwardHigh < highest) {
        backward[offset + ++backwardHigh + 1] = Integer.MAX_VALUE;
      } else {
        backwardHigh--;
      }
      for (int d = backwardHigh; d >= backwardLow; d -= 2) {
        int inA = Math.min(backward[offset + d - 1], backward[offset + d + 1] - 1);
        while (inA > region.beginA && inA - d > region.beginB && a[inA - 1] == b[inA - d - 1]) {
          inA--;
        }
        backward[offset + d] = inA;
        if (!odd && d >= forwardLow && d <= forwardHigh && inA <= forward[offset + d]) {
          return new Point(inA, inA - d);
        }
      }
      return null;
    }

    /** Returns the point furthest from its starting end. */
    private Point furthest() {
      Point ahead = new Point(region.beginA, region.beginB);
      for (int d = forwardHigh; d >= forwardLow; d -= 2) {
        int inA = Math.min(forward[offset + d], region.endA);
        int inB = Math.min(inA - d, region.endB);
        inA = inB + d;
        if (inB >= region.beginB && inA + inB > ahead.inA + ahead.inB) {
          ahead = new Point(inA, inB);
        }
      }
      Point behind = new Point(region.endA, region.endB);
      for (int d = backwardHigh; d >= backwardLow; d -= 2) {
        int inA = Math.max(backward[offset + d], region.beginA);
        int inB = Math.max(inA - d, region.beginB);
        inA = inB + d;
        if (inB <= region.endB && inA + inB < behind.inA + behind.inB) {
          behind = new Point(inA, inB);
        }
      }
      int gained = ahead.inA + ahead.inB - region.beginA - region.beginB;
      int gainedBack = region.endA + region.endB - behind.inA - behind.inB;
      return gained > gainedBack ? ahead : behind;
    }
  }
}
