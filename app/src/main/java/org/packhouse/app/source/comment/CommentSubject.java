package org.packhouse.app.source.comment;

import org.jspecify.annotations.Nullable;

/**
 * The commit or pull request that is commented on.
 *
 * @param commit 40 hex digits; of a pull request its source commit at that time
 * @param pullRequestId the id that is unique on this server; null: the commit itself is commented
 *     on
 */
public record CommentSubject(long repositoryId, String commit, @Nullable Long pullRequestId) {

  public static CommentSubject ofCommit(long repositoryId, String commit) {
    return new CommentSubject(repositoryId, commit, null);
  }

  public static CommentSubject ofPullRequest(long repositoryId, long id, String commit) {
    return new CommentSubject(repositoryId, commit, id);
  }

  /** Returns the SQL condition that selects the comments of this subject. */
  String condition() {
    return pullRequestId == null
        ? "repository_id = :repository and commit_id = :commit and pull_request_id is null"
        : "pull_request_id = :pullRequest";
  }

  /** Returns the words for this subject in messages. */
  String name() {
    return pullRequestId == null ? "this commit" : "this pull request";
  }
}
