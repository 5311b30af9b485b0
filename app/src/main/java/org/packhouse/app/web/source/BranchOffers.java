package org.packhouse.app.web.source;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.recent.RecentBranches;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.networks.pullrequest.PullRequestSearch;
import org.packhouse.app.web.HomePart;
import org.packhouse.app.web.Links;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Shows the branches that the reader pushed lately and that no open pull request is of. */
@Component
class BranchOffers implements HomePart {

  private static final int SHOWN = 3;

  private final RecentBranches branches;
  private final PullRequestSearch pullRequests;
  private final Cache<Question, List<Row>> known =
      Caffeine.newBuilder().maximumSize(1000).expireAfterWrite(Duration.ofSeconds(5)).build();

  private record Question(long userId, long repositoryId) {}

  BranchOffers(RecentBranches branches, PullRequestSearch pullRequests) {
    this.branches = branches;
    this.pullRequests = pullRequests;
  }

  /** A branch, and where a pull request of it is created. */
  record Row(Repository repository, String name, Instant when, String url, String createUrl) {}

  @Override
  public void show(User user, Caller caller, Model model) {
    model.addAttribute("pushedBranches", rows(user, caller, null));
  }

  /** Shows those of a repository that the caller may read; late by seconds. */
  void show(User user, Caller caller, long repositoryId, Model model) {
    model.addAttribute(
        "pushedBranches",
        known.get(new Question(user.id(), repositoryId), _ -> rows(user, caller, repositoryId)));
  }

  private List<Row> rows(User user, Caller caller, @Nullable Long repositoryId) {
    List<RecentBranches.Pushed> pushed = branches.find(caller, user.id(), repositoryId);
    List<Row> rows = new ArrayList<>();
    for (RecentBranches.Pushed branch : pushed.subList(0, Math.min(2 * SHOWN, pushed.size()))) {
      Repository repository = branch.repository();
      Set<String> open = pullRequests.branchesWithOpen(repository, Set.of(branch.refName()));
      if (open.isEmpty() && rows.size() < SHOWN && !repository.archived()) {
        String encoded = Links.encode(branch.refName());
        rows.add(
            new Row(
                repository,
                branch.displayId(),
                branch.when(),
                Links.to(repository) + "/browse?at=" + encoded,
                Links.to(repository)
                    + "/pull-requests?create&sourceBranch="
                    + Links.encode(branch.displayId())));
      }
    }
    return List.copyOf(rows);
  }
}
