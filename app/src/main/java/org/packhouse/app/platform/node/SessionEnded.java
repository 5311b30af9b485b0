package org.packhouse.app.platform.node;

import java.util.UUID;

/**
 * Tells this node that it has ended the session of a dead one: its leases and claims are free.
 *
 * @param session whose row has gone
 * @param node its node's name
 */
public record SessionEnded(UUID session, String node) {}
