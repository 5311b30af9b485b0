package org.packhouse.app.review.pullrequest.condition;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.review.pullrequest.Participant;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRows;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.source.comment.CommentStatistics;
import org.packhouse.app.source.comment.CommentStatistics.CommentCounts;
import org.packhouse.hooks.MergeCheck;
import org.packhouse.hooks.PullRequestMerge;
import org.springframework.stereotype.Component;

/** Vetoes merges of drafts, and merges that reviews or open tasks do not allow yet. */
@Component
class ReviewCheck implements MergeCheck {

  private final PullRequestRows rows;
  private final PullRequests pullRequests;
  private final MergeConditions conditions;
  private final CommentStatistics comments;

  ReviewCheck(
      PullRequestRows rows,
      PullRequests pullRequests,
      MergeConditions conditions,
      CommentStatistics comments) {
    this.rows = rows;
    this.pullRequests = pullRequests;
    this.conditions = conditions;
    this.comments = comments;
  }

  @Override
  public List<Veto> check(PullRequestMerge merge) {
    long repositoryId = merge.target().repository().value();
    Optional<PullRequest> pullRequest = rows.find(repositoryId, merge.pullRequest());
    if (pullRequest.isEmpty()) {
      return List.of();
    }
    List<Veto> vetoes = new ArrayList<>();
    if (pullRequest.get().about().draft()) {
      vetoes.add(
          new Veto("Draft", "This pull request is a draft. Mark it as ready before it is merged."));
    }
    MergeRules.Checks checks = conditions.inForce(repositoryId);
    if (!checks.equals(MergeRules.Checks.NONE)) {
      vetoes.addAll(ofReviews(checks, pullRequests.participants(pullRequest.get())));
      CommentCounts counts =
          comments.counts(List.of(pullRequest.get().id())).get(pullRequest.get().id());
      if (checks.allTasks() && counts != null && counts.openTasks() > 0) {
        vetoes.add(
            new Veto(
                "Open tasks",
                "Tasks of this pull request that are not resolved: %d."
                    .formatted(counts.openTasks())));
      }
    }
    return vetoes;
  }

  private static List<Veto> ofReviews(MergeRules.Checks checks, List<Participant> people) {
    List<Veto> vetoes = new ArrayList<>();
    long approvals = people.stream().filter(Participant::approved).count();
    if (approvals < checks.approvers()) {
      vetoes.add(
          new Veto(
              "Not enough approvals",
              "This pull request has %d of the %d approvals that are required."
                  .formatted(approvals, checks.approvers())));
    }
    long missing = people.stream().filter(one -> one.isReviewer() && !one.approved()).count();
    if (checks.allApprovers() && missing > 0) {
      vetoes.add(
          new Veto(
              "Reviewers have not approved",
              "All reviewers must approve this pull request; %d have not.".formatted(missing)));
    }
    long objections =
        people.stream().filter(one -> one.status() == ReviewStatus.NEEDS_WORK).count();
    if (checks.noNeedsWork() && objections > 0) {
      vetoes.add(
          new Veto(
              "Needs work",
              "%d of those who reviewed this pull request find that it needs work."
                  .formatted(objections)));
    }
    return vetoes;
  }
}
