package org.packhouse.app.platform.node;

/**
 * Event: an administrator has asked this node, through whichever node, to take no new work, or to
 * take it again.
 */
public record DrainAsked(boolean draining) {}
