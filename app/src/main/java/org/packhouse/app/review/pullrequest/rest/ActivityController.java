package org.packhouse.app.review.pullrequest.rest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
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
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.Activity;
import org.packhouse.app.review.pullrequest.ActivityDetails;
import org.packhouse.app.review.pullrequest.ActivityDetails.Commits;
import org.packhouse.app.review.pullrequest.ActivityRows;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.rest.ActivityView.CommitsView;
import org.packhouse.app.review.pullrequest.rest.ActivityView.Head;
import org.packhouse.app.review.pullrequest.rest.ActivityView.RemarkView;
import org.packhouse.app.review.pullrequest.rest.ActivityView.RescopeView;
import org.packhouse.app.review.pullrequest.rest.ActivityView.ReviewersView;
import org.packhouse.app.source.comment.rest.CommentView;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.rest.CommitView;
import org.packhouse.app.source.commit.rest.CommitViews;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: the activities of a pull request, the latest first. */
@RestController
class ActivityController {

  private final ServerAddress address;
  private final PullRequestCommentViews comments;
  private final CommitViews commitViews;
  private final CommitLog log;
  private final OpenRepositories repositories;
  private final Users users;
  private final ActivityRows rows;

  ActivityController(
      ServerAddress address,
      PullRequestCommentViews comments,
      CommitViews commitViews,
      CommitLog log,
      OpenRepositories repositories,
      Users users,
      ActivityRows rows) {
    this.address = address;
    this.comments = comments;
    this.commitViews = commitViews;
    this.log = log;
    this.repositories = repositories;
    this.users = users;
    this.rows = rows;
  }

  private enum Type {
    ACTIVITY,
    COMMENT
  }

  /** Lists activities from an activity or comment on. */
  @GetMapping(
      RestPaths.API
          + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}/activities")
  Page<ActivityView> list(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @RequestParam(required = false) @Nullable Long fromId,
      @RequestParam(required = false) @Nullable String fromType,
      PageRequest page,
      PullRequest pullRequest)
      throws IOException {
    Page<Activity> found =
        Page.ofOneMore(
            page, rows.page(pullRequest.id(), last(pullRequest, fromId, fromType), page));
    return found.with(views(found.values(), repository, pullRequest, caller));
  }

  private @Nullable Long last(
      PullRequest pullRequest, @Nullable Long fromId, @Nullable String fromType) {
    if (fromId == null) {
      return null;
    }
    if (fromType == null || fromType.isEmpty()) {
      throw new InvalidFieldException(
          "fromType", "The parameter fromType is required with fromId: ACTIVITY or COMMENT.");
    }
    if (PullRequestBodies.constant("fromType", fromType, Type.class) == Type.ACTIVITY) {
      return fromId;
    }
    OptionalLong activity = rows.ofComment(pullRequest.id(), fromId);
    return activity.isPresent() ? activity.getAsLong() : null;
  }

  private List<ActivityView> views(
      List<Activity> activities, Repository target, PullRequest pullRequest, Caller caller)
      throws IOException {
    Set<Long> people = new HashSet<>();
    Set<String> ids = new HashSet<>();
    for (Activity activity : activities) {
      if (activity.userId() != null) {
        people.add(activity.userId());
      }
      collect(activity.details(), people, ids);
    }
    List<Long> said = new ArrayList<>();
    for (Activity activity : activities) {
      if (activity.details().comment() != null) {
        said.add(activity.details().comment().id());
      }
    }
    Responses responses =
        new Responses(
            users.findAllById(people),
            commits(target, ids),
            comments.byId(target, pullRequest, said, caller),
            address.baseUrl());
    return activities.stream().map(responses::view).toList();
  }

  private static void collect(ActivityDetails details, Set<Long> people, Set<String> ids) {
    if (details.reviewers() != null) {
      people.addAll(details.reviewers().added());
      people.addAll(details.reviewers().removed());
    }
    if (details.rescope() != null) {
      ids.addAll(details.rescope().added().ids());
      ids.addAll(details.rescope().removed().ids());
    }
    if (details.commit() != null) {
      ids.add(details.commit());
    }
  }

  private Map<String, CommitView> commits(Repository target, Set<String> ids) throws IOException {
    List<Commit> commits = new ArrayList<>();
    if (!ids.isEmpty()) {
      try (OpenRepository open = repositories.open(target.id())) {
        for (String id : ids) {
          Commit commit = find(open, id);
          if (commit != null) {
            commits.add(commit);
          }
        }
      }
    }
    Map<String, CommitView> views = new HashMap<>();
    commitViews.of(commits).forEach(view -> views.put(view.id(), view));
    return views;
  }

  private @Nullable Commit find(OpenRepository open, String id) throws IOException {
    try {
      return log.readListed(open, id);
    } catch (MissingObjectException | IncorrectObjectTypeException e) {
      return null;
    }
  }

  private record Responses(
      Map<Long, User> people,
      Map<String, CommitView> commits,
      Map<Long, CommentView> comments,
      String baseUrl) {

    ActivityView view(Activity activity) {
      ActivityDetails details = activity.details();
      return new ActivityView(
          new Head(
              activity.id(),
              activity.when().toEpochMilli(),
              activity.userId() == null ? null : user(activity.userId()),
              activity.action()),
          details.commit() == null ? null : commits.get(details.commit()),
          details.rescope() == null ? null : rescope(details.rescope()),
          details.reviewers() == null ? null : reviewers(details.reviewers()),
          details.comment() == null ? null : remark(details.comment()));
    }

    private RescopeView rescope(ActivityDetails.Rescope rescope) {
      return new RescopeView(
          rescope.fromHash(),
          rescope.previousFromHash(),
          rescope.toHash(),
          rescope.previousToHash(),
          some(rescope.added()),
          some(rescope.removed()));
    }

    private ReviewersView reviewers(ActivityDetails.Reviewers reviewers) {
      return new ReviewersView(
          reviewers.added().stream().map(this::user).toList(),
          reviewers.removed().stream().map(this::user).toList());
    }

    private RemarkView remark(ActivityDetails.Comment remark) {
      CommentView comment = comments.get(remark.id());
      return new RemarkView(remark.action(), comment, comment == null ? null : comment.anchor());
    }

    private CommitsView some(Commits some) {
      return new CommitsView(
          some.ids().stream().map(commits::get).filter(Objects::nonNull).toList(), some.total());
    }

    private UserView user(long id) {
      return UserView.of(people.get(id), id, baseUrl);
    }
  }
}
