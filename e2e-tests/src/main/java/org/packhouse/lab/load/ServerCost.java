package org.packhouse.lab.load;

import java.util.List;
import java.util.Map;

/**
 * The cost of a stage for the server.
 *
 * @param known whether the figures are known; a server elsewhere does not tell
 * @param processorSeconds of its whole process tree, ended processes included
 * @param peakAnonymousBytes the most memory that was no mapped file, in bytes
 * @param peakGitProcesses the most git processes at once
 * @param samples over time
 * @param metrics by how much the server's own metrics changed; those that did
 */
public record ServerCost(
    boolean known,
    double processorSeconds,
    long peakAnonymousBytes,
    int peakGitProcesses,
    List<Sample> samples,
    Map<String, Double> metrics) {

  /**
   * A look at the server.
   *
   * @param seconds since the stage began
   * @param anonymousBytes memory that is no mapped file, in bytes
   */
  public record Sample(double seconds, long anonymousBytes, int gitProcesses) {}
}
