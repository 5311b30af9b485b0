package org.packhouse.lab.data;

import java.nio.file.Path;

/**
 * A repository that has been made and is the same on every target.
 *
 * @param name such as {@code medium} or {@code medium-3}: the repository's slug on each target
 * @param plan the name in its plan
 * @param directory a bare repository on this machine with everything packed, never written by a run
 * @param pullRequests how many are to be open on a target that has pull requests
 * @param surroundings what else it is to have on a target
 */
public record TestRepository(
    String name, String plan, Path directory, int pullRequests, Surroundings surroundings) {

  /** A repository with nothing around it. */
  public TestRepository(String name, String plan, Path directory) {
    this(name, plan, directory, 0, Surroundings.NONE);
  }
}
