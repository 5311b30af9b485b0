package org.packhouse.app.review.build.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Clock;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.review.build.Authors;
import org.packhouse.app.review.build.BuildState;
import org.packhouse.app.review.build.BuildStatus;
import org.packhouse.app.review.build.Builds;
import org.packhouse.app.review.build.ReportFields;
import org.packhouse.app.review.build.VisibleBuilds;
import org.packhouse.app.review.build.VisibleBuilds.BuildStats;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** REST: builds of commits in any repository, the older API. */
@RestController
@Open("asks who it is by itself: people, and tokens of projects and repositories")
@RequestMapping("/rest/build-status/{version:1\\.0|latest}/commits")
class BuildStatusController {

  private static final int MAX_COMMITS = 100;

  private final Builds builds;
  private final VisibleBuilds visible;
  private final Permissions permissions;
  private final Clock clock;

  BuildStatusController(
      Builds builds, VisibleBuilds visible, Permissions permissions, Clock clock) {
    this.builds = builds;
    this.visible = visible;
    this.permissions = permissions;
    this.clock = clock;
  }

  /** Numbers of builds, and the only build if the client asks for it. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record StatsView(
      int cancelled,
      int failed,
      int inProgress,
      int successful,
      int unknown,
      @Nullable BuildStatusView result) {

    static StatsView of(@Nullable BuildStats counted, @Nullable BuildStatusView result) {
      BuildStats stats = counted == null ? BuildStats.NONE : counted;
      return new StatsView(
          stats.cancelled(),
          stats.failed(),
          stats.inProgress(),
          stats.successful(),
          stats.unknown(),
          result);
    }
  }

  @PostMapping("/{commitId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void report(Caller caller, @PathVariable String commitId, @RequestBody BuildStatusBody body) {
    refuseUnknown(caller);
    BuildStatus.Subject subject = new BuildStatus.Subject(null, ReportFields.commit(commitId));
    builds.report(body.of(subject, Authors.of(caller), clock.instant()));
  }

  @GetMapping("/{commitId}")
  Page<BuildStatusView> list(
      Caller caller,
      @PathVariable String commitId,
      @RequestParam(required = false) @Nullable String orderBy,
      PageRequest page) {
    refuseUnknown(caller);
    if (!ReportFields.isCommit(commitId)) {
      return Page.ofAll(page, List.of());
    }
    String commit = ReportFields.commit(commitId);
    List<BuildStatus> found =
        visible.list(caller, commit).stream().sorted(BuildOrder.of(orderBy).comparator()).toList();
    return Page.ofAll(page, found).map(BuildStatusView::of);
  }

  @GetMapping("/stats/{commitId}")
  StatsView stats(
      Caller caller,
      @PathVariable String commitId,
      @RequestParam(defaultValue = "false") boolean includeUnique) {
    refuseUnknown(caller);
    if (!ReportFields.isCommit(commitId)) {
      return StatsView.of(null, null);
    }
    String commit = ReportFields.commit(commitId);
    List<BuildStatus> all = includeUnique ? visible.list(caller, commit) : List.of();
    return StatsView.of(
        visible.stats(caller, List.of(commit)).get(commit),
        all.size() == 1 ? BuildStatusView.of(all.getFirst()) : null);
  }

  @PostMapping("/stats")
  Map<String, StatsView> stats(Caller caller, @RequestBody JsonNode commitIds) {
    refuseUnknown(caller);
    if (!commitIds.isArray()) {
      throw new InvalidFieldException(
          "commitIds", "The body is a list of ids of commits, each of 40 hexadecimal digits.");
    }
    if (commitIds.size() > MAX_COMMITS) {
      throw new InvalidFieldException(
          "commitIds",
          "Builds of at most %d commits are counted at once, not of %d."
              .formatted(MAX_COMMITS, commitIds.size()));
    }
    Set<String> commits = new LinkedHashSet<>();
    commitIds.forEach(id -> commits.add(ReportFields.commit(id.asString(""))));
    Map<String, BuildStats> counted = visible.stats(caller, commits);
    Map<String, StatsView> shown = new LinkedHashMap<>();
    commits.forEach(commit -> shown.put(commit, StatsView.of(counted.get(commit), null)));
    return shown;
  }

  /** A token of a project or repository may report builds, though it is no licensed user. */
  private void refuseUnknown(Caller caller) {
    if (!(caller instanceof Caller.ResourceBound)) {
      permissions.check(caller, Permission.LICENSED_USER);
    }
  }

  /** An order of builds of a commit. */
  enum BuildOrder {
    NEWEST,
    OLDEST,
    /** Failed first, then running, then successful. */
    STATUS;

    Comparator<BuildStatus> comparator() {
      Comparator<BuildStatus> first =
          switch (this) {
            case NEWEST -> Comparator.comparing(BuildStatus::updatedAt).reversed();
            case OLDEST -> Comparator.comparing(BuildStatus::updatedAt);
            case STATUS -> Comparator.comparingInt(build -> rank(build.state()));
          };
      return first.thenComparing(BuildStatus::key);
    }

    private static int rank(BuildState state) {
      return switch (state) {
        case FAILED -> 0;
        case CANCELLED -> 1;
        case INPROGRESS -> 2;
        case UNKNOWN -> 3;
        case SUCCESSFUL -> 4;
      };
    }

    static BuildOrder of(@Nullable String name) {
      if (name == null || name.isEmpty()) {
        return NEWEST;
      }
      return Arrays.stream(values())
          .filter(it -> it.name().equals(name.toUpperCase(Locale.ROOT)))
          .findFirst()
          .orElseThrow(() ->
              new InvalidFieldException(
                  "orderBy",
                  "The parameter orderBy must be one of %s, not %s."
                      .formatted(Arrays.toString(values()), InvalidFieldException.quote(name))));
    }
  }
}
