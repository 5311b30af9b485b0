package org.packhouse.app.review.pullrequest.rest;

import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.review.pullrequest.ParticipantRole;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestFilter;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Order;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Part;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Scope;
import org.packhouse.app.review.pullrequest.PullRequestFilterBuilder;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.PullRequestSearch;
import org.packhouse.app.review.pullrequest.PullRequestState;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.source.commit.rest.CommitAccess;
import org.packhouse.app.source.commit.rest.CommitAccess.Reading;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.NativeWebRequest;

/** REST: lists of pull requests. */
@RestController
@RequestMapping(RestPaths.API)
class PullRequestListController {

  private static final String REPOSITORY = "/projects/{projectKey}/repos/{repositorySlug}";
  private static final String ALL = "ALL";
  private static final int MAX_PARTS = 10;

  private final PullRequestSearch search;
  private final PullRequestViews views;
  private final Users users;
  private final CommitAccess commits;
  private final Clock clock;

  PullRequestListController(
      PullRequestSearch search,
      PullRequestViews views,
      Users users,
      CommitAccess commits,
      Clock clock) {
    this.search = search;
    this.views = views;
    this.users = users;
    this.commits = commits;
    this.clock = clock;
  }

  /** The filter of a repository's list; {@code at} is a branch of the repository. */
  record RepositoryFilter(
      @Nullable String state,
      @Nullable String direction,
      @Nullable String at,
      @Nullable String order,
      @Nullable String filterText,
      @Nullable Boolean draft) {}

  @GetMapping(REPOSITORY + "/pull-requests")
  Page<PullRequestView> ofRepository(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      RepositoryFilter given,
      NativeWebRequest web,
      PageRequest page) {
    boolean outgoing =
        choice("direction", given.direction(), List.of("INCOMING", "OUTGOING"), "INCOMING")
            .equals("OUTGOING");
    Order order =
        Order.valueOf(choice("order", given.order(), List.of("OLDEST", "NEWEST"), "NEWEST"));
    PullRequestState state = state(given.state(), PullRequestState.OPEN);
    Optional<List<Part>> parts = parts(web);
    if (parts.isEmpty()) {
      return Page.ofAll(page, List.of());
    }
    Scope scope =
        outgoing ? search.outgoing(repository, caller) : new Scope.Incoming(repository.id());
    PullRequestFilter filter =
        new PullRequestFilterBuilder()
            .scope(scope)
            .state(state)
            .at(blank(given.at()) ? null : PullRequestRules.fullName("at", given.at()))
            .text(blank(given.filterText()) ? null : given.filterText())
            .draft(given.draft())
            .people(parts.get())
            .order(order)
            .closedSince(null)
            .build();
    return show(search.find(filter, page), repository);
  }

  // Empty: a parameter names an unknown user.
  private Optional<List<Part>> parts(NativeWebRequest web) {
    List<Part> parts = new ArrayList<>();
    for (int i = 1; i <= MAX_PARTS; i++) {
      String name = web.getParameter("username." + i);
      String role = web.getParameter("role." + i);
      String approved = web.getParameter("approved." + i);
      ParticipantRole part =
          blank(role)
              ? null
              : PullRequestBodies.constant(
                  "role." + i, String.valueOf(role), ParticipantRole.class);
      if (name == null || name.isEmpty()) {
        continue;
      }
      Optional<User> user = users.findByName(name);
      if (user.isEmpty()) {
        return Optional.empty();
      }
      parts.add(new Part(user.get().id(), part, approval("approved." + i, approved)));
    }
    return Optional.of(parts);
  }

  private static List<ReviewStatus> approval(String field, @Nullable String approved) {
    if (blank(approved)) {
      return List.of();
    }
    return choice(field, approved, List.of("TRUE", "FALSE"), "").equals("TRUE")
        ? List.of(ReviewStatus.APPROVED)
        : List.of(ReviewStatus.UNAPPROVED, ReviewStatus.NEEDS_WORK);
  }

  @GetMapping(REPOSITORY + "/commits/{commitId}/pull-requests")
  Page<PullRequestView> withCommit(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable String commitId,
      PageRequest page)
      throws IOException {
    if (commitId.matches("[0-9a-f]{40}")) {
      Page<PullRequest> found = search.withCommit(repository, commitId, page);
      if (found.size() > 0) {
        return show(found, repository);
      }
    }
    try (Reading reading = commits.open(repository)) {
      return show(search.withCommit(repository, reading.find(commitId), page), repository);
    }
  }

  /**
   * The filter of a user's list.
   *
   * @param user null: the caller
   * @param participantStatus the user's status; several are separated by commas
   * @param closedSince seconds
   */
  record UserFilter(
      @Nullable String state,
      @Nullable String role,
      @Nullable String user,
      @Nullable String participantStatus,
      @Nullable String order,
      @Nullable Long closedSince) {}

  @GetMapping("/dashboard/pull-requests")
  Page<PullRequestView> ofPerson(
      @Requires(Permission.LICENSED_USER) Caller caller, UserFilter given, PageRequest page) {
    PullRequestState state = state(given.state(), null);
    ParticipantRole role =
        blank(given.role())
            ? null
            : PullRequestBodies.constant(
                "role", String.valueOf(given.role()), ParticipantRole.class);
    List<ReviewStatus> statuses = new ArrayList<>();
    if (!blank(given.participantStatus())) {
      for (String one : String.valueOf(given.participantStatus()).split(",", -1)) {
        statuses.add(
            PullRequestBodies.constant("participantStatus", one.strip(), ReviewStatus.class));
      }
    }
    Order order =
        blank(given.order())
            ? Order.NEWEST
            : PullRequestBodies.constant("order", String.valueOf(given.order()), Order.class);
    Optional<User> user =
        blank(given.user())
            ? Optional.ofNullable(caller.user())
            : users.findByName(String.valueOf(given.user()));
    if (user.isEmpty()) {
      return Page.ofAll(page, List.of());
    }
    Long since = given.closedSince();
    PullRequestFilter filter =
        new PullRequestFilterBuilder()
            .scope(search.ofUser(user.get(), caller))
            .state(state)
            .at(null)
            .text(null)
            .draft(null)
            .people(List.of(new Part(user.get().id(), role, statuses)))
            .order(order)
            .closedSince(
                since == null ? null : PullRequestRules.ago("closedSince", since, clock.instant()))
            .build();
    return show(search.find(filter, page), null);
  }

  @GetMapping("/inbox/pull-requests")
  Page<PullRequestView> inbox(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @RequestParam(required = false) @Nullable String role,
      PageRequest page) {
    ParticipantRole part =
        blank(role)
            ? null
            : PullRequestBodies.constant("role", String.valueOf(role), ParticipantRole.class);
    User user = caller.user();
    return user == null
        ? Page.ofAll(page, List.of())
        : show(search.find(search.inbox(user, caller, part), page), null);
  }

  @GetMapping("/inbox/pull-requests/count")
  Map<String, Integer> countOfInbox(@Requires(Permission.LICENSED_USER) Caller caller) {
    User user = caller.user();
    return Map.of("count", user == null ? 0 : search.count(search.inbox(user, caller, null)));
  }

  private Page<PullRequestView> show(Page<PullRequest> found, @Nullable Repository known) {
    return found.with(views.of(found.values(), known));
  }

  private static @Nullable PullRequestState state(
      @Nullable String text, @Nullable PullRequestState usual) {
    if (blank(text)) {
      return usual;
    }
    String chosen = choice("state", text, List.of("OPEN", "MERGED", "DECLINED", ALL), ALL);
    return chosen.equals(ALL) ? null : PullRequestState.valueOf(chosen);
  }

  private static String choice(
      String field, @Nullable String value, List<String> allowed, String usual) {
    if (value == null || value.isEmpty()) {
      return usual;
    }
    String upper = value.toUpperCase(Locale.ROOT);
    if (!allowed.contains(upper)) {
      throw new InvalidFieldException(
          field,
          "The parameter %s must be one of %s, not %s."
              .formatted(field, String.join(", ", allowed), InvalidFieldException.quote(value)));
    }
    return upper;
  }

  private static boolean blank(@Nullable String text) {
    return text == null || text.isBlank();
  }
}
