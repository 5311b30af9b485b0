package org.packhouse.app.review.reviewer.rest;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.rest.ScopeView;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.review.reviewer.DefaultReviewers;
import org.packhouse.app.review.reviewer.ReviewBranches;
import org.packhouse.app.review.reviewer.ReviewCondition;
import org.packhouse.app.review.reviewer.ReviewerNames;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.source.branch.model.rest.RefMatcherBody;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: default reviewers of projects and repositories. */
@RestController
class DefaultReviewerController {

  private static final String ROOT = "/rest/default-reviewers/{version:1\\.0|latest}";
  private static final String PROJECT = ROOT + "/projects/{projectKey}";
  private static final String REPOSITORY = PROJECT + "/repos/{repositorySlug}";

  private final DefaultReviewers reviewers;
  private final ReviewerNames names;
  private final ReviewerViews views;

  DefaultReviewerController(DefaultReviewers reviewers, ReviewerNames names, ReviewerViews views) {
    this.reviewers = reviewers;
    this.names = names;
    this.views = views;
  }

  record ConditionBody(
      @Nullable Integer requiredApprovals,
      @Nullable List<ReviewerNames.@Nullable Named> reviewers,
      @Nullable RefMatcherBody sourceMatcher,
      @Nullable RefMatcherBody targetMatcher) {}

  record ConditionView(
      long id,
      int requiredApprovals,
      List<UserView> reviewers,
      ScopeView scope,
      RefMatcherBody sourceRefMatcher,
      RefMatcherBody targetRefMatcher) {}

  @GetMapping({PROJECT + "/conditions", REPOSITORY + "/conditions"})
  List<ConditionView> list(
      @Requires({Permission.PROJECT_READ, Permission.REPO_READ}) Resource resource) {
    return views(reviewers.list(resource));
  }

  @PostMapping({PROJECT + "/condition", REPOSITORY + "/condition"})
  ConditionView add(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @RequestBody ConditionBody body) {
    return view(resource, reviewers.add(resource, checked(resource, 0, body)));
  }

  @GetMapping({PROJECT + "/condition/{id}", REPOSITORY + "/condition/{id}"})
  ConditionView get(
      @Requires({Permission.PROJECT_READ, Permission.REPO_READ}) Resource resource,
      @PathVariable long id) {
    return view(resource, id);
  }

  @PutMapping({PROJECT + "/condition/{id}", REPOSITORY + "/condition/{id}"})
  ConditionView change(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long id,
      @RequestBody ConditionBody body) {
    if (!reviewers.change(resource, checked(resource, id, body))) {
      throw notFound(id);
    }
    return view(resource, id);
  }

  @DeleteMapping({PROJECT + "/condition/{id}", REPOSITORY + "/condition/{id}"})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long id) {
    if (!reviewers.delete(resource, id)) {
      throw notFound(id);
    }
  }

  /** Returns the default reviewers of a pull request between two refs. */
  @GetMapping(REPOSITORY + "/reviewers")
  List<UserView> reviewers(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable Long sourceRepoId,
      @RequestParam(required = false) @Nullable Long targetRepoId,
      @RequestParam(defaultValue = "") String sourceRefId,
      @RequestParam(defaultValue = "") String targetRefId) {
    List<User> found =
        reviewers.of(
            repository, RefKind.BRANCH.fullName(sourceRefId), RefKind.BRANCH.fullName(targetRefId));
    return views.of(found);
  }

  private ReviewCondition checked(Resource resource, long id, ConditionBody body) {
    List<Long> users = names.require("reviewers", body.reviewers());
    return ReviewCondition.of(
        id,
        ReviewBranches.of(
            resource,
            RefMatcherBody.require("sourceMatcher", body.sourceMatcher()),
            RefMatcherBody.require("targetMatcher", body.targetMatcher())),
        body.requiredApprovals() == null ? 0 : body.requiredApprovals(),
        users);
  }

  private ConditionView view(Resource resource, long id) {
    return views(reviewers.list(resource).stream().filter(it -> it.id() == id).toList()).stream()
        .findFirst()
        .orElseThrow(() -> notFound(id));
  }

  private List<ConditionView> views(List<ReviewCondition> conditions) {
    Map<Long, User> users = names.of(conditions.stream().map(ReviewCondition::userIds).toList());
    return conditions.stream()
        .map(it ->
            new ConditionView(
                it.id(),
                it.requiredApprovals(),
                views.of(it.userIds(), users),
                ScopeView.of(it.branches().scope()),
                RefMatcherBody.of(it.branches().source()),
                RefMatcherBody.of(it.branches().target())))
        .toList();
  }

  private static RefusedException notFound(long id) {
    return new NoSuchException(
        Thing.ENTITY,
        "There is no condition of default reviewers with the id %d here.".formatted(id));
  }
}
