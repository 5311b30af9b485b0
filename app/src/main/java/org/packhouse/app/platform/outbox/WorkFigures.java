package org.packhouse.app.platform.outbox;

/**
 * Figures of one kind of background work on one node.
 *
 * @param running pieces that run now
 * @param done pieces since the node's start
 * @param waited from when a piece was due until it was taken up
 * @param ran from then on
 */
public record WorkFigures(String work, int running, long done, Times waited, Times ran) {

  /**
   * Times of late, in milliseconds.
   *
   * @param half as long or less took half of them
   * @param most the longest
   */
  public record Times(double half, double most) {}
}
