package org.packhouse.app.review.pullrequest.rest;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.rest.RepositoryView;
import org.packhouse.app.hosting.repository.rest.RepositoryViews;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.opening.PullRequestSuggestions;
import org.packhouse.app.review.pullrequest.opening.PullRequestSuggestions.Bounds;
import org.packhouse.app.review.pullrequest.opening.PullRequestSuggestions.Suggestion;
import org.packhouse.app.review.pullrequest.rest.RefChangeView.RefView;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: suggestions of pull requests to open. */
@RestController
class PullRequestSuggestionController {

  private static final long TWO_DAYS = 172_800;
  private static final int USUAL_LIMIT = 3;

  private final PullRequestSuggestions suggestions;
  private final RepositoryViews views;
  private final Clock clock;

  PullRequestSuggestionController(
      PullRequestSuggestions suggestions, RepositoryViews views, Clock clock) {
    this.suggestions = suggestions;
    this.views = views;
    this.clock = clock;
  }

  /** A suggestion; the dialect's documentation misspells the name of the time, clients do not. */
  record SuggestionView(
      long changeTime,
      @JsonProperty("changeTme") long describedChangeTime,
      RefChangeView refChange,
      RepositoryView repository,
      RefView fromRef,
      RefView toRef) {

    static SuggestionView of(Suggestion suggestion, RepositoryView repository) {
      long when = suggestion.when().toEpochMilli();
      return new SuggestionView(
          when,
          when,
          RefChangeView.of(suggestion.change()),
          repository,
          RefView.of(suggestion.fromRef()),
          RefView.of(suggestion.toRef()));
    }
  }

  /** Lists suggestions in one page, of pushes within a number of seconds. */
  @GetMapping(RestPaths.API + "/dashboard/pull-request-suggestions")
  Page<SuggestionView> list(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @RequestParam(required = false) @Nullable Long changesSince,
      @RequestParam(required = false) @Nullable String limit) {
    PageRequest page = PageRequest.parse(null, limit, USUAL_LIMIT, PageRequest.MAX_LIMIT);
    Bounds bounds =
        new Bounds(
            null,
            PullRequestRules.ago(
                "changesSince", changesSince == null ? TWO_DAYS : changesSince, clock.instant()),
            page.limit());
    User user = caller.user();
    List<Suggestion> found = user == null ? List.of() : suggestions.find(caller, user, bounds);
    List<RepositoryView> repositories =
        views.of(found.stream().map(Suggestion::repository).toList());
    List<SuggestionView> shown = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      shown.add(SuggestionView.of(found.get(i), repositories.get(i)));
    }
    return Page.ofAll(page, shown);
  }
}
