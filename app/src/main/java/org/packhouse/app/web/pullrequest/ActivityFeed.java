package org.packhouse.app.web.pullrequest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.review.pullrequest.Activity;
import org.packhouse.app.review.pullrequest.ActivityDetails;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestActivities;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.pullrequest.FeedEntry.Commits;
import org.springframework.stereotype.Component;

/** Reads the activities of a pull request for its page: a statement for each kind of row. */
@Component
record ActivityFeed(
    PullRequestActivities activities,
    PullRequestThreads threads,
    ThreadBoxes boxes,
    Users users,
    OpenRepositories repositories,
    CommitLog log) {

  private static final int PAGE = 200;

  /** A page of activities, the latest first, and the id at which the next page begins. */
  record Part(List<FeedEntry> entries, @Nullable Long next) {

    Set<Long> threads() {
      return entries.stream()
          .map(FeedEntry::thread)
          .filter(Objects::nonNull)
          .map(ThreadBox::id)
          .collect(Collectors.toSet());
    }
  }

  /** A page of activities, by the id of its first one; null: the first page. */
  record Place(@Nullable Long last) {}

  Optional<Place> placeOf(PullRequest pullRequest, long comment) {
    return threads.find(pullRequest, List.of(comment), List.of()).stream()
        .findFirst()
        .flatMap(it -> activities.ofThread(pullRequest, it.comment().rootId()))
        .map(id -> new Place(activities.latestAround(pullRequest, id, PAGE)));
  }

  /** Reads a page, with the reader's own pending comments. */
  Part read(RepositoryView view, PullRequest pullRequest, @Nullable Long last, List<Comment> own)
      throws IOException {
    Page<Activity> page = activities.page(pullRequest, last, PAGE);
    List<Long> said = new ArrayList<>();
    Set<String> commits = new HashSet<>();
    Set<Long> people = new HashSet<>();
    for (Activity activity : page.values()) {
      if (activity.userId() != null) {
        people.add(activity.userId());
      }
      collect(activity.details(), said, commits, people);
    }
    List<CommentThread> found = threads.find(pullRequest, said, own);
    found.forEach(thread -> ThreadBoxes.people(thread, people));
    Map<Long, User> known = users.findAllById(people);
    Map<Long, ThreadBox> shown = new HashMap<>();
    boxes.of(view, pullRequest, found, known).forEach(box -> shown.put(box.id(), box));
    Sources sources = new Sources(known, commits(view, commits), shown);
    Long oldest = page.values().isEmpty() ? null : page.values().getLast().id();
    return new Part(
        page.values().stream().map(sources::entry).filter(Objects::nonNull).toList(),
        page.isLastPage() || oldest == null ? null : oldest - 1);
  }

  private static void collect(
      ActivityDetails details, List<Long> said, Set<String> commits, Set<Long> people) {
    if (details.comment() != null) {
      said.add(details.comment().id());
    }
    if (details.rescope() != null) {
      commits.addAll(details.rescope().added().ids());
      commits.addAll(details.rescope().removed().ids());
    }
    if (details.reviewers() != null) {
      people.addAll(details.reviewers().added());
      people.addAll(details.reviewers().removed());
    }
  }

  private Map<String, Commit> commits(RepositoryView view, Set<String> ids) throws IOException {
    if (ids.isEmpty()) {
      return Map.of();
    }
    try (OpenRepository open = repositories.open(view.repository().id())) {
      return log.readAll(open, ids);
    }
  }

  private record Sources(
      Map<Long, User> people, Map<String, Commit> commits, Map<Long, ThreadBox> threads) {

    /** Returns an entry; null: the comment is deleted. */
    @Nullable FeedEntry entry(Activity activity) {
      ActivityDetails details = activity.details();
      ThreadBox thread = details.comment() == null ? null : threads.get(details.comment().id());
      if (details.comment() != null && thread == null) {
        return null;
      }
      ActivityDetails.Rescope rescope = details.rescope();
      ActivityDetails.Reviewers reviewers = details.reviewers();
      return new FeedEntry(
          activity,
          activity.userId() == null ? null : people.get(activity.userId()),
          rescope == null ? Commits.NONE : some(rescope.added()),
          rescope == null ? Commits.NONE : some(rescope.removed()),
          reviewers == null ? List.of() : users(reviewers.added()),
          reviewers == null ? List.of() : users(reviewers.removed()),
          thread);
    }

    private Commits some(ActivityDetails.Commits some) {
      return new Commits(
          some.ids().stream().map(commits::get).filter(Objects::nonNull).toList(), some.total());
    }

    private List<User> users(List<Long> ids) {
      return ids.stream().map(people::get).filter(Objects::nonNull).toList();
    }
  }
}
