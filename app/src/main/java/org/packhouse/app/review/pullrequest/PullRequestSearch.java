package org.packhouse.app.review.pullrequest;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Order;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Part;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Scope;
import org.springframework.stereotype.Service;

/** Lists and counts pull requests to repositories that the caller may read. */
@Service
public class PullRequestSearch {

  private final PullRequestRows rows;
  private final RepositorySearch repositories;

  PullRequestSearch(PullRequestRows rows, RepositorySearch repositories) {
    this.rows = rows;
    this.repositories = repositories;
  }

  public Page<PullRequest> find(PullRequestFilter filter, PageRequest page) {
    return Page.ofOneMore(page, rows.list(filter, page));
  }

  /** Returns pull requests that bring, or have brought, a commit to a repository. */
  public Page<PullRequest> withCommit(Repository repository, String commit, PageRequest page) {
    return Page.ofOneMore(page, rows.withCommit(repository.id(), commit, page));
  }

  /** Returns the scope of pull requests from a repository that the caller may see. */
  public Scope outgoing(Repository source, Caller caller) {
    List<Long> targets = rows.targetsOf(source.id());
    boolean own = targets.stream().allMatch(id -> id == source.id());
    return new Scope.Outgoing(source.id(), own ? targets : readable(caller, targets));
  }

  public Scope ofUser(User user, Caller caller) {
    return new Scope.Among(readable(caller, rows.targetsOfUser(user.id())));
  }

  /** Returns the filter of an inbox: open, with the role, and as a reviewer not yet reviewed. */
  public PullRequestFilter inbox(User user, Caller caller, @Nullable ParticipantRole role) {
    boolean reviewer = role == null || role == ParticipantRole.REVIEWER;
    Part part =
        reviewer
            ? new Part(user.id(), ParticipantRole.REVIEWER, List.of(ReviewStatus.UNAPPROVED))
            : new Part(user.id(), role, List.of());
    return new PullRequestFilterBuilder()
        .scope(ofUser(user, caller))
        .state(PullRequestState.OPEN)
        .at(null)
        .text(null)
        .draft(null)
        .people(List.of(part))
        .order(Order.NEWEST)
        .closedSince(null)
        .build();
  }

  public Map<PullRequestState, Integer> countByState(Repository target) {
    return rows.countByState(target.id());
  }

  public int count(PullRequestFilter filter) {
    return rows.count(filter);
  }

  private List<Long> readable(Caller caller, List<Long> ids) {
    Set<Long> readable = repositories.readable(caller, ids);
    return ids.stream().filter(readable::contains).toList();
  }
}
