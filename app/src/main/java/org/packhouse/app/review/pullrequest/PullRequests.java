package org.packhouse.app.review.pullrequest;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/** Finds pull requests; asks no permission. */
@Component
public class PullRequests {

  private final PullRequestRows rows;
  private final ParticipantStore participants;
  private final SourceRepositories sources;

  PullRequests(
      PullRequestRows rows, @Lazy ParticipantStore participants, SourceRepositories sources) {
    this.rows = rows;
    this.participants = participants;
    this.sources = sources;
  }

  /**
   * The pull request of that number.
   *
   * @throws RefusedException if there is none
   */
  public PullRequest require(Repository repository, long number) {
    return rows.find(repository.id(), number)
        .orElseThrow(() ->
            new NoSuchException(
                Thing.PULL_REQUEST,
                "Pull request %d does not exist in %s.".formatted(number, repository.path())));
  }

  /** The open one of those branches, whose tips do not matter. */
  public Optional<PullRequest> findOpen(PullRequest.Branch from, PullRequest.Branch to) {
    return rows.findOpen(from, to);
  }

  /** Those of the numbers that a pull request to the repository has. */
  public Set<Long> existing(Repository repository, Collection<Long> numbers) {
    return rows.existing(repository.id(), numbers);
  }

  /** The pull request of that id among all, which is one of the repository. */
  public Optional<PullRequest> findById(Repository repository, long id) {
    return rows.numberOf(id).flatMap(number -> rows.find(repository.id(), number));
  }

  /** The repositories that they come from. */
  public SourceRepositories sources() {
    return sources;
  }

  /** Who takes part in each of them, by the id among all; in one statement. */
  public Map<Long, List<Participant>> participants(Collection<PullRequest> some) {
    return some.isEmpty()
        ? Map.of()
        : participants
            .findByPullRequestIdInOrderById(some.stream().map(PullRequest::id).toList())
            .stream()
            .map(ParticipantEntity::toParticipant)
            .collect(Collectors.groupingBy(Participant::pullRequestId));
  }

  /** Who takes part in it, but for its author; in the order in which they came. */
  public List<Participant> participants(PullRequest pullRequest) {
    return participants.findByPullRequestIdOrderById(pullRequest.id()).stream()
        .map(ParticipantEntity::toParticipant)
        .toList();
  }
}
