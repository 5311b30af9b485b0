package org.packhouse.lab.target;

/**
 * The usage of a server's whole process tree; a server elsewhere tells nothing: all zero.
 *
 * @param processorNanos processor time of all its processes, ended ones included, in nanoseconds
 * @param anonymousBytes memory that is no mapped file, now, in bytes
 * @param gitProcesses how many git processes run now
 * @param known whether the figures are known
 */
public record Usage(long processorNanos, long anonymousBytes, int gitProcesses, boolean known) {}
