package org.packhouse.hooks;

/**
 * Takes note of updates by a statement or two, and takes them in any order. All such listeners are
 * told one after the other, so that a push is written down once for all of them. One that fails is
 * told again by itself, while it may hear of later updates.
 */
public interface BriefListener extends GatheringListener {}
