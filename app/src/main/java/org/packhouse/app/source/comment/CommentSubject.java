package org.packhouse.app.source.comment;

import org.jspecify.annotations.Nullable;

/**
 * A thing that people comment on: a commit, or a pull request.
 *
 * @param commit 40 hex digits; of a pull request its latest commit at that time
 * @param pullRequestId among all; null: the commit itself is commented on
 */
public record CommentSubject(long repositoryId, String commit, @Nullable Long pullRequestId) {

  /** A commit. */
  static CommentSubject ofCommit(long repositoryId, String commit) {
    return new CommentSubject(repositoryId, commit, null);
  }

  /** A pull request whose source is at a commit. */
  public static CommentSubject ofPullRequest(long repositoryId, long id, String commit) {
    return new CommentSubject(repositoryId, commit, id);
  }

  /** The condition by which its comments are found. */
  String condition() {
    return pullRequestId == null
        ? "repository_id = :repository and commit_id = :commit and pull_request_id is null"
        : "pull_request_id = :pullRequest";
  }

  /** The end of the sentence that says where a comment is not. */
  String name() {
    return pullRequestId == null ? "this commit" : "this pull request";
  }
}
