package org.packhouse.app.review.build;

/** Numbers of builds of a commit by state. */
public record BuildStats(int cancelled, int failed, int inProgress, int successful, int unknown) {

  public static final BuildStats NONE = new BuildStats(0, 0, 0, 0, 0);

  BuildStats plus(BuildState state, int count) {
    return new BuildStats(
        cancelled + (state == BuildState.CANCELLED ? count : 0),
        failed + (state == BuildState.FAILED ? count : 0),
        inProgress + (state == BuildState.INPROGRESS ? count : 0),
        successful + (state == BuildState.SUCCESSFUL ? count : 0),
        unknown + (state == BuildState.UNKNOWN ? count : 0));
  }
}
