package org.packhouse.app.review.pullrequest.rest;

import static java.util.Objects.requireNonNullElse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.rest.RepositoryView;
import org.packhouse.app.hosting.repository.rest.RepositoryViews;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.review.pullrequest.Participant;
import org.packhouse.app.review.pullrequest.ParticipantRole;
import org.packhouse.app.review.pullrequest.Participants;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequestAddress;
import org.packhouse.app.review.pullrequest.PullRequestState;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.review.pullrequest.rest.PullRequestView.ParticipantView;
import org.packhouse.app.review.pullrequest.rest.PullRequestView.RefView;
import org.packhouse.app.review.pullrequest.trial.PullRequestProperties;
import org.springframework.stereotype.Component;

/** Shows pull requests to REST clients: a statement for each kind of row. */
@Component
public class PullRequestViews {

  private static final int DIGITS = 11;

  private final Participants participants;
  private final Users users;
  private final Repositories repositories;
  private final RepositoryViews repositoryViews;
  private final List<PullRequestProperties> properties;
  private final CurrentCaller caller;
  private final ServerAddress address;

  PullRequestViews(
      Participants participants,
      Users users,
      Repositories repositories,
      RepositoryViews repositoryViews,
      List<PullRequestProperties> properties,
      CurrentCaller caller,
      ServerAddress address) {
    this.participants = participants;
    this.users = users;
    this.repositories = repositories;
    this.repositoryViews = repositoryViews;
    this.properties = properties;
    this.caller = caller;
    this.address = address;
  }

  public PullRequestView of(PullRequest pullRequest, Repository target) {
    return of(pullRequest, target, caller.get());
  }

  /** Shows a pull request, with a stand-in for a source that the reader may not read. */
  public PullRequestView of(PullRequest pullRequest, Repository target, Caller reader) {
    return of(List.of(pullRequest), target, reader).getFirst();
  }

  /** Shows pull requests in their order; a known repository is not read again. */
  public List<PullRequestView> of(List<PullRequest> pullRequests, @Nullable Repository known) {
    return of(pullRequests, known, caller.get());
  }

  private List<PullRequestView> of(
      List<PullRequest> pullRequests, @Nullable Repository known, Caller reader) {
    if (pullRequests.isEmpty()) {
      return List.of();
    }
    List<Long> ids = pullRequests.stream().map(PullRequest::id).toList();
    Map<Long, List<Participant>> people =
        participants.of(ids).stream().collect(Collectors.groupingBy(Participant::pullRequestId));
    Page page =
        new Page(
            people,
            users(pullRequests, people),
            repositories(pullRequests, known, reader),
            properties(pullRequests),
            address.baseUrl());
    return pullRequests.stream().map(page::view).toList();
  }

  /** Shows a participant; null: the user is deleted. */
  public @Nullable ParticipantView of(Participant participant) {
    User user = users.findAllById(List.of(participant.userId())).get(participant.userId());
    return user == null ? null : view(participant, user, address.baseUrl());
  }

  private Map<Long, Map<String, Object>> properties(List<PullRequest> pullRequests) {
    Map<Long, Map<String, Object>> all = new HashMap<>();
    for (PullRequestProperties source : properties) {
      source
          .of(pullRequests)
          .forEach((id, some) -> all.computeIfAbsent(id, _ -> new HashMap<>()).putAll(some));
    }
    return all;
  }

  private Map<Long, User> users(
      List<PullRequest> pullRequests, Map<Long, List<Participant>> people) {
    Set<Long> ids = new HashSet<>();
    pullRequests.forEach(it -> ids.add(it.authorId()));
    people.values().forEach(some -> some.forEach(one -> ids.add(one.userId())));
    return users.findAllById(ids);
  }

  private Map<Long, RepositoryView> repositories(
      List<PullRequest> pullRequests, @Nullable Repository known, Caller reader) {
    Set<Long> ids = new HashSet<>();
    for (PullRequest each : pullRequests) {
      ids.add(each.repositoryId());
      if (each.from().repositoryId() != null) {
        ids.add(each.from().repositoryId());
      }
    }
    List<Repository> all = new ArrayList<>();
    if (known != null && ids.remove(known.id())) {
      all.add(known);
    }
    all.addAll(repositories.findAllById(ids));
    return repositoryViews.ofReadable(all, reader).stream()
        .collect(Collectors.toMap(RepositoryView::id, view -> view));
  }

  private static ParticipantView view(Participant participant, User user, String baseUrl) {
    return new ParticipantView(
        UserView.of(user, baseUrl),
        participant.role(),
        participant.approved(),
        participant.status(),
        participant.lastReviewedCommit());
  }

  private record Page(
      Map<Long, List<Participant>> people,
      Map<Long, User> users,
      Map<Long, RepositoryView> repositories,
      Map<Long, Map<String, Object>> properties,
      String baseUrl) {

    PullRequestView view(PullRequest it) {
      return new PullRequestView(
          PullRequestView.Summary.of(it),
          PullRequestView.Times.of(it),
          new PullRequestView.Branches(ref(it.from()), ref(it.to())),
          new PullRequestView.People(
              false,
              author(it),
              some(it, Participant::isReviewer),
              some(it, one -> !one.isReviewer())),
          properties(it),
          links(it));
    }

    private RefView ref(Branch branch) {
      return new RefView(
          branch.refName(),
          branch.displayId(),
          branch.commit(),
          "BRANCH",
          repositories.getOrDefault(
              requireNonNullElse(branch.repositoryId(), 0L), RepositoryView.unavailable()));
    }

    private ParticipantView author(PullRequest it) {
      return new ParticipantView(
          UserView.of(users.get(it.authorId()), it.authorId(), baseUrl),
          ParticipantRole.AUTHOR,
          false,
          ReviewStatus.UNAPPROVED,
          null);
    }

    private List<ParticipantView> some(PullRequest it, Predicate<Participant> wanted) {
      List<ParticipantView> views = new ArrayList<>();
      for (Participant one : people.getOrDefault(it.id(), List.of())) {
        User user = users.get(one.userId());
        if (user != null && wanted.test(one)) {
          views.add(PullRequestViews.view(one, user, baseUrl));
        }
      }
      return views;
    }

    private Map<String, Object> properties(PullRequest it) {
      Map<String, Object> all = new HashMap<>(properties.getOrDefault(it.id(), Map.of()));
      if (it.state() == PullRequestState.MERGED) {
        // After a fast-forward, the source's tip is what came to the target.
        String commit = requireNonNullElse(it.mergeCommit(), it.from().commit());
        all.put("mergeCommit", Map.of("id", commit, "displayId", commit.substring(0, DIGITS)));
      }
      return all;
    }

    private Map<String, List<Map<String, String>>> links(PullRequest it) {
      RepositoryView target = repositories.get(it.repositoryId());
      return target == null
          ? Map.of()
          : Map.of(
              "self",
              List.of(
                  Map.of(
                      "href",
                      PullRequestAddress.of(
                          baseUrl, target.project().key(), target.slug(), it.number()))));
    }
  }
}
