package org.packhouse.app.web.source;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.review.pullrequest.opening.PullRequestSuggestions;
import org.packhouse.app.review.pullrequest.opening.PullRequestSuggestions.Bounds;
import org.packhouse.app.review.pullrequest.opening.PullRequestSuggestions.Suggestion;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.web.HomePart;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** Shows branches that the reader pushed lately and may want a pull request of. */
@Component
class BranchOffers implements HomePart {

  private static final int SHOWN = 3;

  private final PullRequestSuggestions suggestions;
  private final Cache<Key, List<Row>> known;

  private record Key(long userId, long repositoryId) {}

  BranchOffers(PullRequestSuggestions suggestions, Caches caches) {
    this.suggestions = suggestions;
    known =
        caches.build(
            "pushed-branches",
            "Branches that users pushed lately",
            Caffeine.newBuilder().maximumSize(1000).expireAfterWrite(Duration.ofSeconds(5)));
  }

  record Row(Repository repository, String name, Instant when, String url, String createUrl) {}

  @Override
  public void show(User user, Caller caller, Model model) {
    model.addAttribute("pushedBranches", rows(user, caller, null));
  }

  /** Shows the branches of one repository, at most five seconds old. */
  void show(User user, Caller caller, long repositoryId, Model model) {
    model.addAttribute(
        "pushedBranches",
        known.get(new Key(user.id(), repositoryId), _ -> rows(user, caller, repositoryId)));
  }

  private List<Row> rows(User user, Caller caller, @Nullable Long repositoryId) {
    return suggestions.find(caller, user, new Bounds(repositoryId, null, SHOWN)).stream()
        .map(BranchOffers::row)
        .toList();
  }

  private static Row row(Suggestion suggestion) {
    Repository repository = suggestion.repository();
    String name = RefKind.BRANCH.shortName(suggestion.fromRef());
    return new Row(
        repository,
        name,
        suggestion.when(),
        Links.to(repository) + "/browse?at=" + Links.encode(suggestion.fromRef()),
        Links.to(repository) + "/pull-requests?create&sourceBranch=" + Links.encode(name));
  }
}
