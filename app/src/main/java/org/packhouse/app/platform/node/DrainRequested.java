package org.packhouse.app.platform.node;

/** Event: an administrator asked this node to drain, or to resume. */
public record DrainRequested(boolean draining) {}
