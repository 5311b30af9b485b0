package org.packhouse.app.source.issue.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.rest.ScopeView;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.issue.IssueTracker;
import org.packhouse.app.source.issue.IssueTrackerSetting;
import org.packhouse.app.source.issue.IssueTrackers;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: the issue trackers of the server, of projects and of repositories. */
@ByToken
@RestController
class IssueTrackerController {

  private static final String SERVER = RestPaths.OWN + "/admin/issue-tracker";
  private static final String PROJECT =
      RestPaths.OWN + "/projects/{projectKey}/settings/issue-tracker";
  private static final String REPOSITORY =
      RestPaths.OWN + "/projects/{projectKey}/repos/{repositorySlug}/settings/issue-tracker";

  private final IssueTrackers trackers;

  IssueTrackerController(IssueTrackers trackers) {
    this.trackers = trackers;
  }

  /** A request; {@code enabled} false, with no other field, links no keys. */
  record Body(
      @Nullable Boolean enabled, @Nullable String url, @Nullable List<@Nullable String> prefixes) {
    @Nullable IssueTracker tracker() {
      return Boolean.FALSE.equals(enabled) ? null : IssueTracker.of(url, prefixes);
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record TrackerView(
      boolean enabled, @Nullable String url, List<String> prefixes, ScopeView scope) {
    static TrackerView of(IssueTrackerSetting setting) {
      IssueTracker tracker = setting.tracker();
      return new TrackerView(
          tracker != null,
          tracker == null ? null : tracker.url(),
          tracker == null ? List.of() : tracker.prefixes(),
          ScopeView.of(setting.scope()));
    }
  }

  @GetMapping({PROJECT, REPOSITORY})
  TrackerView get(@Requires({Permission.PROJECT_READ, Permission.REPO_READ}) Resource resource) {
    return TrackerView.of(trackers.of(resource));
  }

  @PutMapping({PROJECT, REPOSITORY})
  TrackerView set(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @RequestBody Body body) {
    trackers.set(resource, body.tracker());
    return get(resource);
  }

  @DeleteMapping({PROJECT, REPOSITORY})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource) {
    trackers.reset(resource);
  }

  @Requires(Permission.ADMIN)
  @GetMapping(SERVER)
  TrackerView ofServer() {
    return TrackerView.of(trackers.of(null));
  }

  @Requires(Permission.ADMIN)
  @PutMapping(SERVER)
  TrackerView setOfServer(@RequestBody Body body) {
    trackers.set(null, body.tracker());
    return ofServer();
  }

  @Requires(Permission.ADMIN)
  @DeleteMapping(SERVER)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void deleteOfServer() {
    trackers.reset(null);
  }
}
