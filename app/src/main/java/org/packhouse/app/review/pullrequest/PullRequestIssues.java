package org.packhouse.app.review.pullrequest;

import com.github.benmanes.caffeine.cache.Cache;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.errors.MissingObjectException;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.LogQuery;
import org.packhouse.app.source.issue.IssueKeys;
import org.packhouse.app.source.issue.IssueLink;
import org.packhouse.app.source.issue.IssueTracker;
import org.packhouse.app.source.issue.IssueTrackers;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Finds the issues of a pull request, by issue keys in the name of its source branch, its title and
 * the messages of its commits. Keys in commits are cached by the two tips.
 */
@Component
public class PullRequestIssues {

  private static final Logger LOG = LoggerFactory.getLogger(PullRequestIssues.class);

  private static final int MAX_COMMITS = 100;

  private static final int MAX_KEYS = 100;

  private static final int MAX_REMEMBERED = 2_000;

  private final IssueTrackers trackers;
  private final OpenRepositories repositories;
  private final CommitLog log;
  private final Cache<Tips, List<String>> known;

  PullRequestIssues(
      IssueTrackers trackers, OpenRepositories repositories, CommitLog log, Caches caches) {
    this.trackers = trackers;
    this.repositories = repositories;
    this.log = log;
    known = caches.build("commit-issues", "Issue keys in commits of pull requests", MAX_REMEMBERED);
  }

  private record Tips(long repositoryId, String from, String to) {}

  public List<IssueLink> of(Repository repository, PullRequest pullRequest, Caller caller)
      throws IOException {
    IssueTracker tracker = trackers.inForce(repository, caller.permissionStamp());
    if (tracker == null) {
      return List.of();
    }
    Set<String> keys =
        new LinkedHashSet<>(IssueKeys.inBranch(pullRequest.from().displayId(), MAX_KEYS));
    keys.addAll(IssueKeys.in(pullRequest.about().title(), MAX_KEYS));
    keys.addAll(ofCommits(repository.id(), pullRequest));
    return tracker.links(keys).stream().limit(MAX_KEYS).toList();
  }

  private List<String> ofCommits(long repositoryId, PullRequest pullRequest) throws IOException {
    Tips tips = new Tips(repositoryId, pullRequest.from().commit(), pullRequest.to().commit());
    List<String> present = known.getIfPresent(tips);
    if (present != null) {
      return present;
    }
    Set<String> keys = new LinkedHashSet<>();
    try (OpenRepository open = repositories.open(repositoryId)) {
      LogQuery query = LogQuery.between(tips.to(), tips.from());
      for (Commit commit : log.page(open, query, 0, MAX_COMMITS).commits()) {
        keys.addAll(IssueKeys.in(commit.message(), MAX_KEYS - keys.size()));
      }
    } catch (MissingObjectException e) {
      // The page must be served even when commits are lost.
      LOG.warn("Commits of pull request {} are missing", pullRequest.number(), e);
      return List.of();
    }
    List<String> read = List.copyOf(keys);
    known.put(tips, read);
    return read;
  }
}
