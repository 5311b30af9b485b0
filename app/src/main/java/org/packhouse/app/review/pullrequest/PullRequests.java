package org.packhouse.app.review.pullrequest;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/** Finds pull requests and their participants; checks no permission. */
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

  /** Returns the pull request with a number, or refuses. */
  public PullRequest require(Repository repository, long number) {
    return rows.find(repository.id(), number)
        .orElseThrow(() ->
            new NoSuchException(
                Thing.PULL_REQUEST,
                "Pull request %d does not exist in %s.".formatted(number, repository.path())));
  }

  /** Finds the open pull request of two branches, whose tips do not matter. */
  public Optional<PullRequest> findOpen(PullRequest.Branch from, PullRequest.Branch to) {
    return rows.findOpen(from, to);
  }

  public Set<Long> existing(Repository repository, Collection<Long> numbers) {
    return rows.existing(repository.id(), numbers);
  }

  /** Finds a pull request of a repository by its id, not its number. */
  public Optional<PullRequest> findById(Repository repository, long id) {
    return rows.numberOf(id).flatMap(number -> rows.find(repository.id(), number));
  }

  public SourceRepositories sources() {
    return sources;
  }

  /** Returns the participants by the ids of the pull requests, in one statement. */
  public Map<Long, List<Participant>> participants(Collection<PullRequest> some) {
    return some.isEmpty()
        ? Map.of()
        : participants
            .findByPullRequestIdInOrderById(some.stream().map(PullRequest::id).toList())
            .stream()
            .map(ParticipantEntity::toParticipant)
            .collect(Collectors.groupingBy(Participant::pullRequestId));
  }

  /** Returns the participants without the author, in the order in which they joined. */
  public List<Participant> participants(PullRequest pullRequest) {
    return participants.findByPullRequestIdOrderById(pullRequest.id()).stream()
        .map(ParticipantEntity::toParticipant)
        .toList();
  }
}
