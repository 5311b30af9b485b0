package org.packhouse.hooks;

import org.eclipse.jgit.lib.ObjectId;

/** A requested merge; the number is that in the target repository. */
public record PullRequestMerge(long pullRequest, Side source, Side target, Actor actor) {

  public record Side(RepositoryId repository, String refName, ObjectId tip) {}
}
