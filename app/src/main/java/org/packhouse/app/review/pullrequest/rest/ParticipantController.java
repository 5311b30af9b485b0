package org.packhouse.app.review.pullrequest.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.Participant;
import org.packhouse.app.review.pullrequest.ParticipantRole;
import org.packhouse.app.review.pullrequest.ParticipantSearch;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.review.pullrequest.Reviews;
import org.packhouse.app.review.pullrequest.rest.PullRequestBodies.RoleBody;
import org.packhouse.app.review.pullrequest.rest.PullRequestBodies.StatusBody;
import org.packhouse.app.review.pullrequest.rest.PullRequestView.ParticipantView;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the participants of a pull request, and their review status. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}")
class ParticipantController {

  private static final String ONE = "/pull-requests/{pullRequestId}";

  private final PullRequests pullRequests;
  private final Reviews reviews;
  private final PullRequestViews views;
  private final ParticipantSearch search;
  private final Users users;
  private final ServerAddress address;

  ParticipantController(
      PullRequests pullRequests,
      Reviews reviews,
      PullRequestViews views,
      ParticipantSearch search,
      Users users,
      ServerAddress address) {
    this.pullRequests = pullRequests;
    this.reviews = reviews;
    this.views = views;
    this.search = search;
    this.users = users;
    this.address = address;
  }

  @GetMapping("/participants")
  Page<UserView> ofRepository(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable String role,
      @RequestParam(required = false) @Nullable String direction,
      @RequestParam(defaultValue = "") String filter,
      PageRequest page) {
    ParticipantRole part =
        role == null || role.isEmpty()
            ? null
            : PullRequestBodies.constant("role", role, ParticipantRole.class);
    Direction way =
        direction == null || direction.isEmpty()
            ? Direction.INCOMING
            : PullRequestBodies.constant("direction", direction, Direction.class);
    List<User> found = search.find(repository.id(), part, way == Direction.OUTGOING, filter, page);
    return Page.ofOneMore(page, found).map(user -> UserView.of(user, address.baseUrl()));
  }

  private enum Direction {
    INCOMING,
    OUTGOING
  }

  @GetMapping(ONE + "/participants")
  Page<ParticipantView> list(
      @Requires(Permission.REPO_READ) Repository repository,
      PageRequest page,
      PullRequest pullRequest) {
    PullRequestView.People people = views.of(pullRequest, repository).people();
    List<ParticipantView> all = new ArrayList<>(List.of(people.author()));
    all.addAll(people.reviewers());
    all.addAll(people.participants());
    return Page.ofAll(page, all);
  }

  @PostMapping(ONE + "/participants")
  ParticipantView addReviewer(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @RequestBody RoleBody body,
      PullRequest pullRequest) {
    return show(reviews.addReviewer(repository, pullRequest, body.requiredReviewer(), caller));
  }

  @PutMapping(ONE + "/participants/{userSlug}")
  ParticipantView setStatus(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String userSlug,
      @RequestParam(required = false) @Nullable Integer version,
      @RequestBody StatusBody body,
      PullRequest pullRequest) {
    User user = PullRequestRules.user(caller);
    if (!user.slug().equals(userSlug) && !user.name().equalsIgnoreCase(userSlug)) {
      throw PullRequestRules.refused(
          "Nobody says what another user thinks of a pull request: you are %s, not %s."
              .formatted(user.slug(), InvalidFieldException.quote(userSlug)));
    }
    if (version != null) {
      PullRequestRules.requireVersion(pullRequest, version);
    }
    return review(
        repository, pullRequest, body.requiredStatus(), body.lastReviewedCommit(), caller);
  }

  /** Sets the status with the user in the body, as some clients send it. */
  @PutMapping(ONE + "/participants")
  ParticipantView setStatusByName(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable long pullRequestId,
      @RequestParam(required = false) @Nullable Integer version,
      @RequestBody StatusBody body) {
    String user = body.requiredUser();
    PullRequest pullRequest = pullRequests.require(repository, pullRequestId);
    return setStatus(repository, caller, user, version, body, pullRequest);
  }

  @DeleteMapping(ONE + "/participants/{userSlug}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void dismiss(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String userSlug,
      PullRequest pullRequest) {
    reviews.removeReviewer(repository, pullRequest, user(userSlug), caller);
  }

  /** Removes a reviewer named in the query, as some clients send it. */
  @DeleteMapping(ONE + "/participants")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void dismissByName(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @RequestParam String username,
      PullRequest pullRequest) {
    User user = users.findByName(username).orElseThrow(() -> noSuchUser(username));
    reviews.removeReviewer(repository, pullRequest, user, caller);
  }

  @PostMapping(ONE + "/approve")
  ParticipantView approve(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      PullRequest pullRequest) {
    return review(repository, pullRequest, ReviewStatus.APPROVED, null, caller);
  }

  @DeleteMapping(ONE + "/approve")
  ParticipantView unapprove(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      PullRequest pullRequest) {
    return review(repository, pullRequest, ReviewStatus.UNAPPROVED, null, caller);
  }

  private ParticipantView review(
      Repository repository,
      PullRequest pullRequest,
      ReviewStatus status,
      @Nullable String commit,
      Caller caller) {
    return show(reviews.review(repository, pullRequest, status, commit, caller));
  }

  private ParticipantView show(Participant participant) {
    return Objects.requireNonNull(views.of(participant), "The user is deleted");
  }

  private User user(String slug) {
    return users.findBySlug(slug).orElseThrow(() -> noSuchUser(slug));
  }

  private static RefusedException noSuchUser(String name) {
    return new NoSuchException(
        Thing.USER, "The user %s does not exist.".formatted(InvalidFieldException.quote(name)));
  }
}
