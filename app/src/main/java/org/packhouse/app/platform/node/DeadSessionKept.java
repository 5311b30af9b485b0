package org.packhouse.app.platform.node;

import java.util.UUID;

/**
 * Event: a dead session cannot be ended yet, because something that it began is undecided. Its row
 * stays, so owners of leases and claims must release them.
 */
public record DeadSessionKept(UUID session) {}
