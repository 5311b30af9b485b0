package org.packhouse.hooks;

/**
 * A listener that handles updates with a statement or two, in any order. All of these share one
 * outbox row per push. One that fails is notified again by itself, perhaps after later updates.
 */
public interface BriefListener extends GatheringListener {}
