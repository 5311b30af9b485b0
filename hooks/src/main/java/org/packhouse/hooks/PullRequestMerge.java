package org.packhouse.hooks;

import org.eclipse.jgit.lib.ObjectId;

/**
 * The merge of a pull request that somebody asks for.
 *
 * @param pullRequest its number in the repository of the target
 */
public record PullRequestMerge(long pullRequest, Side source, Side target, Actor actor) {

  /**
   * One of the two branches.
   *
   * @param refName full name
   * @param tip the commit that it points to
   */
  public record Side(RepositoryId repository, String refName, ObjectId tip) {}
}
