package org.packhouse.app.review.pullrequest.rest;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.comment.PullRequestComments;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.packhouse.app.source.comment.Emoticon;
import org.packhouse.app.source.comment.Reactions;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: likes of comments on pull requests, which are reactions with a thumbs-up. */
@RestController
@RequestMapping(
    RestPaths.COMMENT_LIKES
        + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}/comments/{commentId}/likes")
class PullRequestLikeController {

  private final PullRequestThreads threads;
  private final Reactions reactions;
  private final Users users;
  private final ServerAddress address;

  PullRequestLikeController(
      PullRequestThreads threads, Reactions reactions, Users users, ServerAddress address) {
    this.threads = threads;
    this.reactions = reactions;
    this.users = users;
    this.address = address;
  }

  @GetMapping
  Page<UserView> list(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long commentId,
      PageRequest page,
      PullRequest pullRequest) {
    long comment = threads.require(pullRequest, commentId, caller.user()).comment().id();
    List<Long> ids =
        reactions
            .of(List.of(comment))
            .getOrDefault(comment, Map.of())
            .getOrDefault(Emoticon.THUMBSUP, List.of());
    Map<Long, User> people = ids.isEmpty() ? Map.of() : users.findAllById(ids);
    List<User> found = ids.stream().map(people::get).filter(Objects::nonNull).toList();
    return Page.ofAll(page, found).map(user -> UserView.of(user, address.baseUrl()));
  }

  @PostMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void like(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long commentId,
      PullRequest pullRequest) {
    reactions.add(
        repository, PullRequestComments.subject(pullRequest), commentId, Emoticon.THUMBSUP, caller);
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void takeBack(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long commentId,
      PullRequest pullRequest) {
    reactions.remove(
        repository, PullRequestComments.subject(pullRequest), commentId, Emoticon.THUMBSUP, caller);
  }
}
