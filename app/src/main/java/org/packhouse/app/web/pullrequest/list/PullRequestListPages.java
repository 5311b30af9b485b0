package org.packhouse.app.web.pullrequest.list;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.review.pullrequest.ParticipantRole;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestFilter;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Part;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Scope;
import org.packhouse.app.review.pullrequest.PullRequestFilterBuilder;
import org.packhouse.app.review.pullrequest.PullRequestSearch;
import org.packhouse.app.review.pullrequest.PullRequestState;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;

/** The list of a repository's pull requests. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record PullRequestListPages(PullRequestSearch search, PullRequestLists lists, Users users) {

  private static final int PAGE = 50;

  record Choice(String name, String word, int count, String url) {}

  @GetMapping(path = "/pull-requests", params = "!create")
  String list(@Requires(Permission.REPO_READ) RepositoryView view, ListFilter filter, Model model) {
    Repository repository = view.repository();
    String page = view.link() + "/pull-requests";
    Map<String, String> errors = new HashMap<>();
    Optional<List<Part>> parts = parts(filter, errors);
    PageRequest request = new PageRequest(filter.from(), PAGE);
    Page<PullRequest> found =
        parts.isEmpty()
            ? Page.ofAll(request, List.of())
            : search.find(wanted(repository, filter, parts.get()), request);
    Integer next = found.nextPageStart();
    model.addAttribute("tab", "pull-requests");
    model.addAttribute("filter", filter);
    model.addAttribute("errors", errors);
    model.addAttribute("rows", lists.rows(found.values(), repository));
    model.addAttribute("choices", choices(search.countByState(repository), filter, page));
    model.addAttribute("pageUrl", page);
    model.addAttribute("nextUrl", next == null ? null : filter.url(page, next));
    model.addAttribute(
        "previousUrl",
        found.start() == 0 ? null : filter.url(page, Math.max(0, found.start() - PAGE)));
    mine(view.caller().user(), page, model);
    return "pullrequest/list";
  }

  private static PullRequestFilter wanted(
      Repository repository, ListFilter filter, List<Part> parts) {
    return new PullRequestFilterBuilder()
        .scope(new Scope.Incoming(repository.id()))
        .state(filter.stateOrAny())
        .at(filter.branch())
        .text(Forms.text(filter.text()))
        .draft(null)
        .people(parts)
        .order(filter.orderOrNewest())
        .closedSince(null)
        .build();
  }

  // Empty: a field names an unknown user.
  private Optional<List<Part>> parts(ListFilter filter, Map<String, String> errors) {
    List<Part> parts = new ArrayList<>();
    add("author", filter.author(), ParticipantRole.AUTHOR, parts, errors);
    add("reviewer", filter.reviewer(), ParticipantRole.REVIEWER, parts, errors);
    return errors.isEmpty() ? Optional.of(parts) : Optional.empty();
  }

  private void add(
      String field,
      @Nullable String typed,
      ParticipantRole role,
      List<Part> parts,
      Map<String, String> errors) {
    String name = Forms.text(typed);
    if (name != null) {
      users
          .findByName(name)
          .ifPresentOrElse(
              user -> parts.add(new Part(user.id(), role, List.of())),
              () -> errors.put(field, "There is no user '%s'.".formatted(name)));
    }
  }

  private static List<Choice> choices(
      Map<PullRequestState, Integer> counts, ListFilter filter, String page) {
    List<Choice> choices = new ArrayList<>();
    int all = 0;
    for (PullRequestState state : PullRequestState.values()) {
      int count = counts.getOrDefault(state, 0);
      all += count;
      String word = state.name().charAt(0) + state.name().substring(1).toLowerCase(Locale.ROOT);
      choices.add(
          new Choice(
              state.name(), word, count, filter.url(page, state.name().toLowerCase(Locale.ROOT))));
    }
    choices.add(new Choice("ALL", "All", all, filter.url(page, "all")));
    return choices;
  }

  private static void mine(@Nullable User user, String page, Model model) {
    if (user != null) {
      String name = Links.encode(user.name());
      model.addAttribute("createdByYou", PathInUrl.join(page, "author=" + name));
      model.addAttribute("reviewedByYou", PathInUrl.join(page, "reviewer=" + name));
    }
  }
}
