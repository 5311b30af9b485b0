package org.packhouse.app.networks.pullrequest;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: lists of pull requests and of who takes part in them. */
@RestController
@RequestMapping(RestPaths.API)
class PullRequestListController {

  private static final String REPOSITORY = "/projects/{projectKey}/repos/{repositorySlug}";
  private static final List<String> STATES = List.of("OPEN", "MERGED", "DECLINED", "ALL");
  private static final List<String> DIRECTIONS = List.of("INCOMING", "OUTGOING");
  private static final List<String> ROLES = List.of("AUTHOR", "REVIEWER", "PARTICIPANT");

  @GetMapping(REPOSITORY + "/pull-requests")
  Page<Object> ofRepository(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable String state,
      @RequestParam(required = false) @Nullable String direction,
      @RequestParam(required = false) @Nullable String order,
      PageRequest page) {
    check("state", state, STATES);
    check("direction", direction, DIRECTIONS);
    check("order", order, List.of("OLDEST", "NEWEST"));
    return Page.ofAll(page, List.of());
  }

  @GetMapping(REPOSITORY + "/participants")
  Page<Object> participants(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable String role,
      @RequestParam(required = false) @Nullable String direction,
      PageRequest page) {
    check("role", role, ROLES);
    check("direction", direction, DIRECTIONS);
    return Page.ofAll(page, List.of());
  }

  @Requires(Permission.LICENSED_USER)
  @GetMapping("/dashboard/pull-requests")
  Page<Object> ofCaller(
      @RequestParam(required = false) @Nullable String state,
      @RequestParam(required = false) @Nullable String role,
      PageRequest page) {
    check("state", state, STATES);
    check("role", role, ROLES);
    return Page.ofAll(page, List.of());
  }

  @Requires(Permission.LICENSED_USER)
  @GetMapping("/dashboard/pull-request-suggestions")
  Page<Object> suggestions(PageRequest page) {
    return Page.ofAll(page, List.of());
  }

  @Requires(Permission.LICENSED_USER)
  @GetMapping("/inbox/pull-requests")
  Page<Object> inbox(@RequestParam(required = false) @Nullable String role, PageRequest page) {
    check("role", role, ROLES);
    return Page.ofAll(page, List.of());
  }

  @Requires(Permission.LICENSED_USER)
  @GetMapping("/inbox/pull-requests/count")
  Map<String, Integer> countOfInbox() {
    return Map.of("count", 0);
  }

  private static void check(String field, @Nullable String value, List<String> allowed) {
    if (value != null && !value.isEmpty() && !allowed.contains(value.toUpperCase(Locale.ROOT))) {
      throw new InvalidFieldException(
          field,
          "The parameter %s must be one of %s, not %s."
              .formatted(field, String.join(", ", allowed), InvalidFieldException.quote(value)));
    }
  }
}
