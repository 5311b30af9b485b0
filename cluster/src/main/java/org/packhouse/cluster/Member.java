package org.packhouse.cluster;

import java.util.UUID;

/**
 * A running server process of the cluster.
 *
 * @param id made anew at every start
 * @param name kept over restarts, for people
 */
public record Member(UUID id, String name) {}
