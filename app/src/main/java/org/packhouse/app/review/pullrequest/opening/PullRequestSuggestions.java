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
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.app.storage.refs.move.RefMoveLog;
import org.packhouse.app.storage.refs.move.RefMoveLog.RepositoryRef;
import org.packhouse.hooks.RefChange;
import org.springframework.stereotype.Service;

/**
 * Suggests pull requests of the branches that a user pushed lately, in four statements however many
 * there are, and without git: of those that are not where their target is, and of which no pull
 * request is open, or was closed as they are.
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

  /**
   * A pull request that could be opened.
   *
   * @param change the last move of its source
   * @param when the user pushed the source
   * @param toRef full name of the target, the repository's default branch
   */
  public record Suggestion(Repository repository, RefChange change, Instant when, String toRef) {

    /** The full name of the source. */
    public String fromRef() {
      return change.refName();
    }
  }

  /**
   * The bounds of what is suggested.
   *
   * @param repositoryId null: of all
   * @param since null: as long as pushes are remembered
   * @param limit how many at most
   */
  public record Wanted(@Nullable Long repositoryId, @Nullable Instant since, int limit) {}

  /** Suggestions for a user, the latest push first, in repositories that the caller may read. */
  public List<Suggestion> find(Caller caller, User user, Wanted wanted) {
    List<Pushed> pushed =
        branches.find(caller, user.id(), wanted.repositoryId()).stream()
            .filter(it -> wanted.since() == null || !it.when().isBefore(wanted.since()))
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
        .limit(wanted.limit())
        .toList();
  }

  private static Set<RepositoryRef> named(List<Pushed> pushed) {
    Set<RepositoryRef> refs = new LinkedHashSet<>();
    for (Pushed each : pushed) {
      refs.add(new RepositoryRef(each.repository().id(), each.refName()));
      for (String target : targets(each.repository())) {
        refs.add(new RepositoryRef(each.repository().id(), target));
      }
    }
    return refs;
  }

  /** The branches that may be the default one, the likeliest first. */
  private static List<String> targets(Repository repository) {
    String named = repository.defaultBranch();
    return named == null
        ? List.of(RefNames.HEADS + "main", RefNames.HEADS + "master")
        : List.of(RefNames.HEADS + named);
  }

  /** One of a branch that is there and not where its target is; null: there is none. */
  private static @Nullable Suggestion suggestion(
      Pushed pushed, Map<RepositoryRef, RefChange> latest) {
    long repositoryId = pushed.repository().id();
    RefChange change = latest.get(new RepositoryRef(repositoryId, pushed.refName()));
    if (change == null || change.kind() == RefChange.Kind.DELETE) {
      return null;
    }
    for (String target : targets(pushed.repository())) {
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
