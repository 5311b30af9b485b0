package org.packhouse.app.source.branch;

/**
 * The numbers of commits that either of two commits has alone.
 *
 * @param ahead how many commits the one reaches that its base does not
 * @param behind how many commits the base reaches that it does not
 */
public record Divergence(int ahead, int behind) {}
