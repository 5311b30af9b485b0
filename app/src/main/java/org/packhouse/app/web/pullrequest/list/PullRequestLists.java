package org.packhouse.app.web.pullrequest.list;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.review.pullrequest.Participant;
import org.packhouse.app.review.pullrequest.ParticipantRole;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestFilter;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Order;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Part;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Scope;
import org.packhouse.app.review.pullrequest.PullRequestFilterBuilder;
import org.packhouse.app.review.pullrequest.PullRequestState;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.source.comment.CommentStatistics;
import org.packhouse.app.source.comment.CommentStatistics.CommentCounts;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Component;

/** Builds the rows of lists of pull requests: a statement for each kind of row, and no git. */
@Component
public class PullRequestLists {

  private final PullRequests pullRequests;
  private final Users users;
  private final Repositories repositories;
  private final CommentStatistics comments;
  private final CurrentCaller caller;

  PullRequestLists(
      PullRequests pullRequests,
      Users users,
      Repositories repositories,
      CommentStatistics comments,
      CurrentCaller caller) {
    this.pullRequests = pullRequests;
    this.users = users;
    this.repositories = repositories;
    this.comments = comments;
    this.caller = caller;
  }

  /** Returns the URL of a pull request's page, without the context path. */
  public static String url(Repository target, long number) {
    return Links.to(target) + "/pull-requests/" + number;
  }

  /** Returns the filter of an author's pull requests; null: in any state. */
  static PullRequestFilter by(User author, Scope scope, @Nullable PullRequestState state) {
    return new PullRequestFilterBuilder()
        .scope(scope)
        .state(state)
        .at(null)
        .text(null)
        .draft(null)
        .people(List.of(new Part(author.id(), ParticipantRole.AUTHOR, List.of())))
        .order(Order.NEWEST)
        .closedSince(null)
        .build();
  }

  /** Returns rows in their order; a known repository is not read again. */
  public List<PullRequestRow> rows(Collection<PullRequest> some, @Nullable Repository known) {
    if (some.isEmpty()) {
      return List.of();
    }
    Map<Long, List<Participant>> people = pullRequests.participants(some);
    Set<Long> ids = new HashSet<>();
    some.forEach(it -> ids.add(it.authorId()));
    people.values().forEach(all -> all.forEach(one -> ids.add(one.userId())));
    Map<Long, User> found = users.findAllById(ids);
    Map<Long, Repository> places = repositories(some, known);
    Map<Long, CommentCounts> said = comments.counts(some.stream().map(PullRequest::id).toList());
    List<PullRequestRow> rows = new ArrayList<>();
    for (PullRequest each : some) {
      Repository target = places.get(each.repositoryId());
      if (target != null) {
        rows.add(
            new PullRequestRow(
                each,
                url(target, each.number()),
                target,
                source(each, places),
                found.get(each.authorId()),
                ReviewerRow.of(each, people.getOrDefault(each.id(), List.of()), found),
                said.getOrDefault(each.id(), new CommentCounts(0, 0, 0))));
      }
    }
    return rows;
  }

  private @Nullable Repository source(PullRequest each, Map<Long, Repository> places) {
    Repository source = each.isAcrossRepositories() ? places.get(each.from().repositoryId()) : null;
    return source != null && pullRequests.sources().mayRead(source, caller.get()) ? source : null;
  }

  private Map<Long, Repository> repositories(
      Collection<PullRequest> some, @Nullable Repository known) {
    Set<Long> ids = new HashSet<>();
    for (PullRequest each : some) {
      ids.add(each.repositoryId());
      if (each.from().repositoryId() != null) {
        ids.add(each.from().repositoryId());
      }
    }
    Map<Long, Repository> all = new HashMap<>();
    if (known != null && ids.remove(known.id())) {
      all.put(known.id(), known);
    }
    if (!ids.isEmpty()) {
      repositories.findAllById(ids).forEach(it -> all.put(it.id(), it));
    }
    return all;
  }
}
