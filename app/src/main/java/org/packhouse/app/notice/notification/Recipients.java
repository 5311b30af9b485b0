package org.packhouse.app.notice.notification;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.notice.notification.Notification.What;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.review.pullrequest.Activity;
import org.packhouse.app.review.pullrequest.ActivityDetails;
import org.packhouse.app.review.pullrequest.Participant;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestWatches;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.packhouse.app.source.comment.Mentions;
import org.packhouse.app.source.comment.Watches;
import org.springframework.stereotype.Component;

/** Finds the recipients of an activity and the reasons, without the actor. */
@Component
class Recipients {

  private final PullRequests pullRequests;
  private final PullRequestWatches watches;
  private final PullRequestThreads threads;
  private final Watches repositories;
  private final Users users;

  Recipients(
      PullRequests pullRequests,
      PullRequestWatches watches,
      PullRequestThreads threads,
      Watches repositories,
      Users users) {
    this.pullRequests = pullRequests;
    this.watches = watches;
    this.threads = threads;
    this.repositories = repositories;
    this.users = users;
  }

  record Notice(What what, Reason reason) {}

  /** Returns reasons by user; the permission to read is checked when the mail is sent. */
  Map<Long, Notice> of(Repository target, PullRequest pullRequest, Activity activity) {
    Map<Long, Notice> notices = new LinkedHashMap<>();
    ActivityDetails details = activity.details();
    switch (activity.action()) {
      case OPENED -> {
        mentioned(notices, pullRequest.about().text(), null, What.OPENED);
        watching(notices, target, pullRequest, What.OPENED);
      }
      case COMMENTED -> commented(notices, target, pullRequest, details.comment());
      case UPDATED -> updated(notices, pullRequest, details);
      case RESCOPED -> rescoped(notices, pullRequest, details.rescope());
      case REVIEWED -> watching(notices, target, pullRequest, What.NEEDS_WORK);
      case APPROVED -> watching(notices, target, pullRequest, What.APPROVED);
      case UNAPPROVED -> watching(notices, target, pullRequest, What.UNAPPROVED);
      case MERGED -> watching(notices, target, pullRequest, What.MERGED);
      case DECLINED -> watching(notices, target, pullRequest, What.DECLINED);
      case REOPENED -> watching(notices, target, pullRequest, What.REOPENED);
    }
    Long actor = activity.userId();
    if (actor != null) {
      notices.remove(actor);
    }
    return notices;
  }

  private void commented(
      Map<Long, Notice> notices,
      Repository target,
      PullRequest pullRequest,
      ActivityDetails.@Nullable Comment comment) {
    if (comment == null || comment.action().equals("EDITED")) {
      return;
    }
    What what = comment.action().equals("REPLIED") ? What.REPLIED : What.COMMENTED;
    Optional<String> text = text(pullRequest, comment.id());
    if (text.isPresent()) {
      mentioned(notices, text.get(), null, what);
      watching(notices, target, pullRequest, what);
    }
  }

  private void updated(
      Map<Long, Notice> notices, PullRequest pullRequest, ActivityDetails details) {
    if (details.reviewers() != null) {
      details
          .reviewers()
          .added()
          .forEach(id -> notices.putIfAbsent(id, new Notice(What.REVIEW_ASKED, Reason.REVIEWER)));
    }
    if (details.previous() != null) {
      String before = Objects.requireNonNullElse(details.previous().description(), "");
      mentioned(notices, pullRequest.about().text(), before, What.UPDATED);
    }
  }

  private void rescoped(
      Map<Long, Notice> notices,
      PullRequest pullRequest,
      ActivityDetails.@Nullable Rescope rescope) {
    if (rescope == null || rescope.previousFromHash().equals(rescope.fromHash())) {
      return;
    }
    Set<Long> watching = new HashSet<>(watches.watchers(pullRequest));
    for (Participant one : pullRequests.participants(pullRequest)) {
      if (one.isReviewer() && watching.contains(one.userId())) {
        notices.put(one.userId(), new Notice(What.RESCOPED, Reason.REVIEWER));
      }
    }
  }

  private Optional<String> text(PullRequest pullRequest, long commentId) {
    try {
      return Optional.of(threads.require(pullRequest, commentId, null).comment().text());
    } catch (RefusedException e) {
      // It was deleted meanwhile.
      return Optional.empty();
    }
  }

  private void mentioned(
      Map<Long, Notice> notices, @Nullable String text, @Nullable String before, What what) {
    Collection<String> names = Mentions.in(text);
    names.removeAll(Mentions.in(before));
    for (String name : names) {
      Optional<User> user = users.findByName(name).or(() -> users.findBySlug(name));
      user.ifPresent(it -> notices.putIfAbsent(it.id(), new Notice(what, Reason.MENTIONED)));
    }
  }

  private void watching(
      Map<Long, Notice> notices, Repository target, PullRequest pullRequest, What what) {
    Map<Long, Participant> participants = new LinkedHashMap<>();
    pullRequests.participants(pullRequest).forEach(it -> participants.put(it.userId(), it));
    List<Long> watching = watches.watchers(pullRequest);
    for (long id : watching) {
      Participant one = participants.get(id);
      Reason reason =
          id == pullRequest.authorId()
              ? Reason.AUTHOR
              : one == null
                  ? Reason.WATCHER
                  : one.isReviewer() ? Reason.REVIEWER : Reason.PARTICIPANT;
      notices.putIfAbsent(id, new Notice(what, reason));
    }
    Set<Long> silent = watches.silenced(pullRequest);
    for (long id : repositories.watchers(target.id())) {
      if (!silent.contains(id)) {
        notices.putIfAbsent(id, new Notice(what, Reason.WATCHER));
      }
    }
  }
}
