package org.packhouse.app.review.pullrequest.opening;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.recent.RecentBranches;
import org.packhouse.app.hosting.recent.RecentBranches.Pushed;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.PullRequestRows;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.storage.refs.move.RefMoveLog;
import org.packhouse.app.storage.refs.move.RefMoveLog.RepositoryRef;
import org.packhouse.hooks.RefChange;
import org.springframework.stereotype.Service;

/**
 * Suggests pull requests for branches that a user has pushed recently, unless a branch is where the
 * default branch is, or has an open pull request, or one that was closed at its present tip. Takes
 * four statements however many branches there are, and reads no repository.
 */
@Service
public class PullRequestSuggestions {

  private final RecentBranches branches;
  private final RefMoveLog moves;
  private final PullRequestRows rows;

  PullRequestSuggestions(RecentBranches branches, RefMoveLog moves, PullRequestRows rows) {
    this.branches = branches;
    this.moves = moves;
    this.rows = rows;
  }

  /** A pull request from the last move of a source to the default branch. */
  public record Suggestion(Repository repository, RefChange change, Instant when, String toRef) {

    public String fromRef() {
      return change.refName();
    }
  }

  /** Bounds of suggestions; a null repository or time is unbounded. */
  public record Bounds(@Nullable Long repositoryId, @Nullable Instant since, int limit) {}

  /** Returns suggestions in repositories that the caller may read, the latest push first. */
  public List<Suggestion> find(Caller caller, User user, Bounds bounds) {
    List<Pushed> pushed =
        branches.find(caller, user.id(), bounds.repositoryId()).stream()
            .filter(it -> bounds.since() == null || !it.when().isBefore(bounds.since()))
            .filter(it -> !it.repository().archived())
            .toList();
    if (pushed.isEmpty()) {
      return List.of();
    }
    Map<RepositoryRef, RefChange> latest = moves.latest(named(pushed));
    List<Suggestion> possible = new ArrayList<>();
    for (Pushed each : pushed) {
      Suggestion suggestion = suggestion(each, latest);
      if (suggestion != null) {
        possible.add(suggestion);
      }
    }
    Set<RepositoryRef> taken = rows.taken(tips(possible));
    return possible.stream()
        .filter(it -> !taken.contains(new RepositoryRef(it.repository().id(), it.fromRef())))
        .limit(bounds.limit())
        .toList();
  }

  private static Set<RepositoryRef> named(List<Pushed> pushed) {
    Set<RepositoryRef> refs = new LinkedHashSet<>();
    for (Pushed each : pushed) {
      refs.add(new RepositoryRef(each.repository().id(), each.refName()));
      for (String target : PullRequestRules.defaultBranches(each.repository())) {
        refs.add(new RepositoryRef(each.repository().id(), target));
      }
    }
    return refs;
  }

  // Null: the branch is deleted, or is where its target is.
  private static @Nullable Suggestion suggestion(
      Pushed pushed, Map<RepositoryRef, RefChange> latest) {
    long repositoryId = pushed.repository().id();
    RefChange change = latest.get(new RepositoryRef(repositoryId, pushed.refName()));
    if (change == null || change.kind() == RefChange.Kind.DELETE) {
      return null;
    }
    for (String target : PullRequestRules.defaultBranches(pushed.repository())) {
      RefChange move = latest.get(new RepositoryRef(repositoryId, target));
      if (move != null && move.kind() != RefChange.Kind.DELETE) {
        return move.newId().equals(change.newId())
            ? null
            : new Suggestion(pushed.repository(), change, pushed.when(), target);
      }
    }
    return null;
  }

  private static Map<RepositoryRef, String> tips(Collection<Suggestion> suggestions) {
    return suggestions.stream()
        .collect(
            Collectors.toMap(
                it -> new RepositoryRef(it.repository().id(), it.fromRef()),
                it -> it.change().newId().name()));
  }
}
