package org.packhouse.app.platform.outbox;

/**
 * Figures of one kind of background work on a node.
 *
 * @param done since the node's start
 * @param waited from due to begun
 * @param ran from begun to ended
 */
public record WorkFigures(String work, int running, long done, Times waited, Times ran) {

  /** Recent times in milliseconds: the median and the maximum. */
  public record Times(double half, double most) {}
}
