package org.packhouse.app.notice.webhook.rest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.notice.webhook.WebhookEvent;
import org.packhouse.app.notice.webhook.WebhookPublisher;
import org.packhouse.app.notice.webhook.WebhookPublisher.EventActor;
import org.packhouse.app.notice.webhook.WebhookPublisher.Occurrence;
import org.packhouse.app.review.pullrequest.Activity;
import org.packhouse.app.review.pullrequest.ActivityDetails;
import org.packhouse.app.review.pullrequest.Participant;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestListener;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.review.pullrequest.rest.PullRequestViews;
import org.springframework.stereotype.Component;

/** Publishes activities of pull requests. */
@Component
class PullRequestPayloads implements PullRequestListener {

  private final WebhookPublisher publisher;
  private final PullRequestViews views;
  private final PullRequests pullRequests;

  PullRequestPayloads(
      WebhookPublisher publisher, PullRequestViews views, PullRequests pullRequests) {
    this.publisher = publisher;
    this.views = views;
    this.pullRequests = pullRequests;
  }

  @Override
  public String name() {
    return "webhooks-of-pull-requests";
  }

  @Override
  public boolean hearsOf(Repository target) {
    return publisher.hasReceivers(target);
  }

  @Override
  public void happened(Repository target, PullRequest pullRequest, Activity activity) {
    switch (activity.action()) {
      case OPENED -> publish(WebhookEvent.OPENED, target, pullRequest, activity, Map.of());
      case MERGED -> publish(WebhookEvent.MERGED, target, pullRequest, activity, Map.of());
      case DECLINED -> publish(WebhookEvent.DECLINED, target, pullRequest, activity, Map.of());
      case REOPENED -> publish(WebhookEvent.REOPENED, target, pullRequest, activity, Map.of());
      case APPROVED -> reviewed(WebhookEvent.APPROVED, target, pullRequest, activity);
      case UNAPPROVED -> reviewed(WebhookEvent.UNAPPROVED, target, pullRequest, activity);
      case REVIEWED -> {
        reviewed(WebhookEvent.NEEDS_WORK, target, pullRequest, activity);
        reviewed(WebhookEvent.CHANGES_REQUESTED, target, pullRequest, activity);
      }
      case RESCOPED -> rescoped(target, pullRequest, activity);
      case UPDATED -> updated(target, pullRequest, activity);
      case COMMENTED -> {
        // ChangePayloads publishes comments, with edits and deletions.
      }
    }
  }

  private void publish(
      WebhookEvent event,
      Repository target,
      PullRequest pullRequest,
      Activity activity,
      Map<String, Object> more) {
    publisher.publish(
        target,
        new Occurrence(
            event, "activity " + activity.id(), EventActor.of(activity.userId()), activity.when()),
        () -> {
          Map<String, Object> payload = new LinkedHashMap<>();
          payload.put("pullRequest", views.of(pullRequest, target, publisher.reader(target)));
          payload.putAll(more);
          return payload;
        });
  }

  private void reviewed(
      WebhookEvent event, Repository target, PullRequest pullRequest, Activity activity) {
    Map<String, Object> more = new LinkedHashMap<>();
    for (Participant one : pullRequests.participants(pullRequest)) {
      boolean who = Objects.equals(one.userId(), activity.userId());
      Object view = who ? views.of(asOf(event, one)) : null;
      if (view != null) {
        more.put("participant", view);
      }
    }
    ReviewStatus before = activity.details().previousStatus();
    more.put("previousStatus", (before == null ? ReviewStatus.UNAPPROVED : before).name());
    publish(event, target, pullRequest, activity, more);
  }

  /** Shows the status of the event: by the time of delivery it may have changed again. */
  private static Participant asOf(WebhookEvent event, Participant now) {
    ReviewStatus status =
        switch (event) {
          case APPROVED -> ReviewStatus.APPROVED;
          case UNAPPROVED -> ReviewStatus.UNAPPROVED;
          default -> ReviewStatus.NEEDS_WORK;
        };
    return new Participant(
        now.pullRequestId(), now.userId(), now.role(), status, now.lastReviewedCommit());
  }

  private void rescoped(Repository target, PullRequest pullRequest, Activity activity) {
    ActivityDetails.Rescope rescope = activity.details().rescope();
    if (rescope != null && !rescope.previousFromHash().equals(rescope.fromHash())) {
      publish(
          WebhookEvent.FROM_REF_UPDATED,
          target,
          pullRequest,
          activity,
          Map.of("previousFromHash", rescope.previousFromHash()));
    }
  }

  private void updated(Repository target, PullRequest pullRequest, Activity activity) {
    ActivityDetails.Reviewers reviewers = activity.details().reviewers();
    if (reviewers != null && !(reviewers.added().isEmpty() && reviewers.removed().isEmpty())) {
      publish(
          WebhookEvent.REVIEWERS_UPDATED,
          target,
          pullRequest,
          activity,
          Map.of(
              "addedReviewers", users(reviewers.added()),
              "removedReviewers", users(reviewers.removed())));
    }
    ActivityDetails.Previous previous = activity.details().previous();
    if (previous != null) {
      Map<String, Object> more = new LinkedHashMap<>();
      more.put("previousTitle", previous.title());
      more.put("previousDescription", previous.description());
      more.put("previousTarget", previousTarget(previous));
      publish(WebhookEvent.MODIFIED, target, pullRequest, activity, more);
    }
  }

  private static Map<String, Object> previousTarget(ActivityDetails.Previous previous) {
    Map<String, Object> target = new LinkedHashMap<>();
    target.put("id", previous.toRef());
    target.put("displayId", previous.toRef().replaceFirst("^refs/heads/", ""));
    target.put("type", "BRANCH");
    target.put("latestCommit", previous.toCommit());
    target.put("latestChangeset", previous.toCommit());
    return target;
  }

  private List<Object> users(List<Long> ids) {
    return ids.stream().map(publisher::user).toList();
  }
}
