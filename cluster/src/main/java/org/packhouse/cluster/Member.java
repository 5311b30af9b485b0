package org.packhouse.cluster;

import java.util.UUID;

/**
 * A running server process of the cluster.
 *
 * @param id the id of its session: another one at every start, and when it goes on after it was
 *     taken for dead
 * @param name kept over restarts, for people
 * @param version of the server that it runs
 * @param address at which the others reach it: a host, and a port if it has one for the cluster
 */
public record Member(UUID id, String name, String version, String address) {}
