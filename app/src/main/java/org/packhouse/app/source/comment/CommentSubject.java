package org.packhouse.app.source.comment;

import org.jspecify.annotations.Nullable;

/** The commit or pull request that is commented on; of the latter {@code commit} is the source. */
public record CommentSubject(long repositoryId, String commit, @Nullable Long pullRequestId) {

  public static CommentSubject ofCommit(long repositoryId, String commit) {
    return new CommentSubject(repositoryId, commit, null);
  }

  public static CommentSubject ofPullRequest(long repositoryId, long id, String commit) {
    return new CommentSubject(repositoryId, commit, id);
  }

  String condition() {
    return pullRequestId == null
        ? "repository_id = :repository and commit_id = :commit and pull_request_id is null"
        : "pull_request_id = :pullRequest";
  }

  String name() {
    return pullRequestId == null ? "this commit" : "this pull request";
  }
}
