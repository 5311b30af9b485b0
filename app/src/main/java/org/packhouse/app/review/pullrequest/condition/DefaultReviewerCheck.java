package org.packhouse.app.review.pullrequest.condition;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.review.pullrequest.Participant;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRows;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.review.reviewer.DefaultReviewers;
import org.packhouse.app.review.reviewer.ReviewCondition;
import org.packhouse.hooks.MergeCheck;
import org.packhouse.hooks.PullRequestMerge;
import org.springframework.stereotype.Component;

/**
 * Vetoes merges without the approvals that conditions of default reviewers require; those of the
 * author and of deleted users are not required.
 */
@Component
class DefaultReviewerCheck implements MergeCheck {

  private static final int ORDER = 5;

  private final DefaultReviewers reviewers;
  private final Repositories repositories;
  private final PullRequests pullRequests;
  private final PullRequestRows rows;
  private final Users users;

  DefaultReviewerCheck(
      DefaultReviewers reviewers,
      Repositories repositories,
      PullRequests pullRequests,
      PullRequestRows rows,
      Users users) {
    this.reviewers = reviewers;
    this.repositories = repositories;
    this.pullRequests = pullRequests;
    this.rows = rows;
    this.users = users;
  }

  @Override
  public int order() {
    return ORDER;
  }

  @Override
  public List<Veto> check(PullRequestMerge merge) {
    Optional<Repository> target = repositories.findById(merge.target().repository().value());
    List<ReviewCondition> conditions =
        target
            .map(it -> reviewers.matching(it, merge.source().refName(), merge.target().refName()))
            .orElse(List.of())
            .stream()
            .filter(condition -> condition.requiredApprovals() > 0)
            .toList();
    if (conditions.isEmpty()) {
      return List.of();
    }
    Optional<PullRequest> pullRequest = rows.find(target.orElseThrow().id(), merge.pullRequest());
    return pullRequest.map(it -> vetoes(it, conditions)).orElse(List.of());
  }

  private List<Veto> vetoes(PullRequest pullRequest, List<ReviewCondition> conditions) {
    Set<Long> approved =
        pullRequests.participants(pullRequest).stream()
            .filter(Participant::approved)
            .map(Participant::userId)
            .collect(Collectors.toSet());
    Map<Long, User> people =
        users.findAllById(
            conditions.stream().flatMap(it -> it.userIds().stream()).distinct().toList());
    return conditions.stream()
        .map(condition -> veto(condition, pullRequest.authorId(), approved, people))
        .flatMap(Optional::stream)
        .distinct()
        .toList();
  }

  private static Optional<Veto> veto(
      ReviewCondition condition, long authorId, Set<Long> approved, Map<Long, User> people) {
    List<User> able =
        condition.userIds().stream()
            .filter(id -> id != authorId)
            .flatMap(id -> Optional.ofNullable(people.get(id)).stream())
            .filter(User::active)
            .toList();
    Set<Long> given = new HashSet<>(condition.userIds());
    given.retainAll(approved);
    int required = Math.min(condition.requiredApprovals(), able.size());
    if (given.size() >= required) {
      return Optional.empty();
    }
    String names =
        able.stream()
            .filter(user -> !approved.contains(user.id()))
            .map(User::displayName)
            .collect(Collectors.joining(", "));
    return Optional.of(
        new Veto(
            "Not enough approvals of default reviewers",
            "This pull request has %d of the %d approvals of default reviewers that are required. Those who have not approved: %s."
                .formatted(given.size(), required, names)));
  }
}
