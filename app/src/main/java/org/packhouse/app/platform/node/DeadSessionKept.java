package org.packhouse.app.platform.node;

import java.util.UUID;

/**
 * Tells this node that a session is dead and cannot be ended yet, for something that it had begun
 * cannot be decided. Its row stays, so its leases and claims do not fall by themselves: whoever
 * keeps some frees them.
 */
public record DeadSessionKept(UUID session) {}
