package org.packhouse.app.review.pullrequest.rest;

import java.io.IOException;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.review.pullrequest.comment.PullRequestComments;
import org.packhouse.app.source.comment.Emoticon;
import org.packhouse.app.source.comment.Reactions;
import org.packhouse.app.source.comment.rest.CommentViews;
import org.packhouse.app.source.comment.rest.ReactionView;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: reactions to comments on pull requests. */
@RestController
@RequestMapping(
    RestPaths.COMMENT_LIKES
        + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}/comments/{commentId}/reactions/{emoticon}")
class PullRequestReactionController {

  private final PullRequests pullRequests;
  private final PullRequestCommentViews comments;
  private final Reactions reactions;
  private final CommentViews views;

  PullRequestReactionController(
      PullRequests pullRequests,
      PullRequestCommentViews comments,
      Reactions reactions,
      CommentViews views) {
    this.pullRequests = pullRequests;
    this.comments = comments;
    this.reactions = reactions;
    this.views = views;
  }

  @PutMapping
  ReactionView.One react(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long pullRequestId,
      @PathVariable long commentId,
      @PathVariable String emoticon)
      throws IOException {
    PullRequest pullRequest = pullRequests.require(repository, pullRequestId);
    Emoticon given = Reactions.require(emoticon);
    reactions.add(repository, PullRequestComments.subject(pullRequest), commentId, given, caller);
    return views.reaction(
        comments.of(repository, pullRequest, commentId, caller),
        given,
        PullRequestRules.user(caller));
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void takeBack(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long pullRequestId,
      @PathVariable long commentId,
      @PathVariable String emoticon) {
    PullRequest pullRequest = pullRequests.require(repository, pullRequestId);
    reactions.remove(
        repository,
        PullRequestComments.subject(pullRequest),
        commentId,
        Reactions.require(emoticon),
        caller);
  }
}
