package org.packhouse.cluster;

import java.util.UUID;

/**
 * A running server process. Its id is its session; its name survives restarts; its address may have
 * a port.
 */
public record Member(UUID id, String name, String version, String address) {}
