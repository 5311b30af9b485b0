package org.packhouse.app.web.source;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.review.pullrequest.PullRequestActivities;
import org.packhouse.app.review.pullrequest.PullRequestActivities.ActivityScope;
import org.packhouse.app.review.pullrequest.PullRequestActivities.PullRequestActivity;
import org.packhouse.app.review.pullrequest.PullRequestWatches;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentStatistics;
import org.packhouse.app.source.comment.Watches;
import org.packhouse.app.storage.refs.move.RefMoveLog;
import org.packhouse.app.web.HomePart;
import org.packhouse.hooks.RefCause;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/**
 * Shows recent activity in repositories, commits and pull requests that the reader watches and may
 * read, in one statement for each kind of row.
 */
@Component
record WatchedActivity(
    Watched watched,
    ActivitySources sources,
    RepositorySearch repositories,
    Users users,
    Clock clock)
    implements HomePart {

  private static final int SHOWN = 12;
  private static final int MAX_WATCHED = 200;
  private static final int MOVES = 200;
  private static final Duration RECENT = Duration.ofDays(30);

  /** A merge is shown as that of its pull request. */
  private static final Set<String> SHOWN_OTHERWISE =
      Set.of(RefCause.MERGE.text(), RefCause.DELETE_SOURCE.text(), RefCause.FORK.text());

  @Component
  record Watched(Watches places, PullRequestWatches pullRequests) {}

  @Component
  record ActivitySources(
      RefMoveLog moves, PullRequestActivities pullRequests, CommentStatistics comments) {}

  @Override
  public void show(User user, Caller caller, Model model) {
    model.addAttribute("activity", lines(user, caller));
  }

  private List<ActivityLine> lines(User user, Caller caller) {
    Watches.Watched places = watched.places().watchedBy(user.id(), MAX_WATCHED);
    List<PullRequestWatches.Watched> pullRequests =
        watched.pullRequests().watchedBy(user.id(), MAX_WATCHED);
    Map<Long, Repository> readable = readable(caller, places, pullRequests);
    if (readable.isEmpty()) {
      return List.of();
    }
    Watches.Watched seen =
        new Watches.Watched(
            places.repositories().stream().filter(readable::containsKey).toList(),
            places.commits().stream()
                .filter(it -> readable.containsKey(it.repositoryId()))
                .toList());
    Instant since = clock.instant().minus(RECENT);
    ActivityScope wanted =
        new ActivityScope(
            user.id(),
            seen.repositories(),
            pullRequests.stream()
                .filter(it -> readable.containsKey(it.repositoryId()))
                .map(PullRequestWatches.Watched::id)
                .toList());
    return lines(
        pushes(seen.repositories(), since),
        sources.pullRequests().recent(wanted, since, SHOWN),
        sources.comments().latest(seen, since, SHOWN),
        readable);
  }

  private Map<Long, Repository> readable(
      Caller caller, Watches.Watched places, List<PullRequestWatches.Watched> pullRequests) {
    Set<Long> ids = new HashSet<>(places.repositories());
    places.commits().forEach(it -> ids.add(it.repositoryId()));
    pullRequests.forEach(it -> ids.add(it.repositoryId()));
    return repositories
        .findAmong(caller, ids, Permission.REPO_READ, new PageRequest(0, Math.max(1, ids.size())))
        .values()
        .stream()
        .collect(Collectors.toMap(Repository::id, Function.identity()));
  }

  /** Groups the moves of one push. */
  private List<List<RefMoveLog.RepositoryMove>> pushes(List<Long> repositoryIds, Instant since) {
    Map<String, List<RefMoveLog.RepositoryMove>> pushes = new LinkedHashMap<>();
    for (RefMoveLog.RepositoryMove each : sources.moves().latestIn(repositoryIds, since, MOVES)) {
      if (!SHOWN_OTHERWISE.contains(Objects.requireNonNullElse(each.move().cause(), ""))) {
        String push = each.repositoryId() + " " + each.move().when() + " " + each.move().userId();
        pushes.computeIfAbsent(push, _ -> new ArrayList<>()).add(each);
      }
    }
    return pushes.values().stream().limit(SHOWN).toList();
  }

  private List<ActivityLine> lines(
      List<List<RefMoveLog.RepositoryMove>> pushes,
      List<PullRequestActivity> activities,
      List<Comment> comments,
      Map<Long, Repository> readable) {
    Set<Long> ids = new HashSet<>();
    pushes.forEach(it -> ids.add(it.getFirst().move().userId()));
    activities.forEach(it -> ids.add(it.activity().userId()));
    comments.forEach(it -> ids.add(it.authorId()));
    ids.remove(null);
    ActivityLine.People people = new ActivityLine.People(users.findAllById(ids));
    return Stream.of(
            pushes.stream()
                .map(push ->
                    ActivityLine.of(
                        push.stream().map(RefMoveLog.RepositoryMove::move).toList(),
                        Objects.requireNonNull(readable.get(push.getFirst().repositoryId())),
                        people)),
            activities.stream()
                .map(it ->
                    ActivityLine.of(
                        it, Objects.requireNonNull(readable.get(it.repositoryId())), people)),
            comments.stream()
                .map(it ->
                    ActivityLine.of(
                        it, Objects.requireNonNull(readable.get(it.repositoryId())), people)))
        .flatMap(Function.identity())
        .sorted(Comparator.comparing(ActivityLine::when).reversed())
        .limit(SHOWN)
        .toList();
  }
}
