package org.packhouse.app.notice.webhook;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.notice.webhook.Happenings.Doer;
import org.packhouse.app.notice.webhook.Happenings.Happening;
import org.packhouse.app.review.pullrequest.Activity;
import org.packhouse.app.review.pullrequest.ActivityDetails;
import org.packhouse.app.review.pullrequest.Participant;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestListener;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.review.pullrequest.rest.PullRequestViews;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Has receivers told what happened to pull requests. */
@Component
class PullRequestHappenings implements PullRequestListener {

  // These know pull requests, which tell their listeners by the outbox.
  private final ObjectProvider<Parts> parts;

  PullRequestHappenings(ObjectProvider<Parts> parts) {
    this.parts = parts;
  }

  /** Readers of what payloads show. */
  @Component
  record Parts(Happenings happenings, PullRequestViews views, PullRequests pullRequests) {}

  @Override
  public String name() {
    return "webhooks-of-pull-requests";
  }

  @Override
  public boolean hearsOf(Repository target) {
    return parts.getObject().happenings().isHeard(target);
  }

  @Override
  public void happened(Repository target, PullRequest pullRequest, Activity activity) {
    switch (activity.action()) {
      case OPENED -> tell(WebhookEvent.OPENED, target, pullRequest, activity, Map.of());
      case MERGED -> tell(WebhookEvent.MERGED, target, pullRequest, activity, Map.of());
      case DECLINED -> tell(WebhookEvent.DECLINED, target, pullRequest, activity, Map.of());
      case REOPENED -> tell(WebhookEvent.REOPENED, target, pullRequest, activity, Map.of());
      case APPROVED -> reviewed(WebhookEvent.APPROVED, target, pullRequest, activity);
      case UNAPPROVED -> reviewed(WebhookEvent.UNAPPROVED, target, pullRequest, activity);
      case REVIEWED -> {
        reviewed(WebhookEvent.NEEDS_WORK, target, pullRequest, activity);
        reviewed(WebhookEvent.CHANGES_REQUESTED, target, pullRequest, activity);
      }
      case RESCOPED -> rescoped(target, pullRequest, activity);
      case UPDATED -> updated(target, pullRequest, activity);
      case COMMENTED -> {
        // Comments are told with what is done to them.
      }
    }
  }

  private void tell(
      WebhookEvent event,
      Repository target,
      PullRequest pullRequest,
      Activity activity,
      Map<String, Object> more) {
    Parts with = parts.getObject();
    with.happenings()
        .tell(
            target,
            new Happening(
                event, "activity " + activity.id(), Doer.of(activity.userId()), activity.when()),
            () -> {
              Map<String, Object> payload = new LinkedHashMap<>();
              payload.put(
                  "pullRequest",
                  with.views().of(pullRequest, target, with.happenings().reader(target)));
              payload.putAll(more);
              return payload;
            });
  }

  private void reviewed(
      WebhookEvent event, Repository target, PullRequest pullRequest, Activity activity) {
    Parts with = parts.getObject();
    Map<String, Object> more = new LinkedHashMap<>();
    for (Participant one : with.pullRequests().participants(pullRequest)) {
      boolean who = Objects.equals(one.userId(), activity.userId());
      Object view = who ? with.views().of(asOf(event, one)) : null;
      if (view != null) {
        more.put("participant", view);
      }
    }
    ReviewStatus before = activity.details().previousStatus();
    more.put("previousStatus", (before == null ? ReviewStatus.UNAPPROVED : before).name());
    tell(event, target, pullRequest, activity, more);
  }

  /** Receivers hear of it later, when the status may be another again. */
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
      tell(
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
      tell(
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
      tell(WebhookEvent.MODIFIED, target, pullRequest, activity, more);
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
    Happenings happenings = parts.getObject().happenings();
    return ids.stream().map(happenings::user).toList();
  }
}
