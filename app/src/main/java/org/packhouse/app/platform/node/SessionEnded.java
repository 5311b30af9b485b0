package org.packhouse.app.platform.node;

import java.util.UUID;

/** Event: this node has ended a dead session, whose leases and claims are now free. */
public record SessionEnded(UUID session, String node) {}
