package org.packhouse.scmcache.stream;

/** The bytes by which a production may lead its fastest follower, or go on without any. */
public record ProductionLimits(long lead, long abandoned) {}
