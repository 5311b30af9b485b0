package org.packhouse.app.hosting.people;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.UserJson;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: permissions on a repository, for its administrators. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/permissions")
class RepositoryPermissionsController {

  private final Targets targets;
  private final GrantPages pages;
  private final ResourceGrants grants;
  private final GrantSearch search;
  private final CurrentCaller caller;

  RepositoryPermissionsController(
      Targets targets,
      GrantPages pages,
      ResourceGrants grants,
      GrantSearch search,
      CurrentCaller caller) {
    this.targets = targets;
    this.pages = pages;
    this.grants = grants;
    this.search = search;
    this.caller = caller;
  }

  @GetMapping("/users")
  Page<PermittedUser> users(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return pages.users(administered(projectKey, repositorySlug), filter, page);
  }

  @GetMapping("/users/none")
  Page<UserJson> usersWithout(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return pages.usersWithout(administered(projectKey, repositorySlug), filter, page);
  }

  @PutMapping("/users")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void grantToUsers(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @RequestParam(required = false) @Nullable List<String> name,
      @RequestParam(required = false) @Nullable String permission) {
    grants.grantToUsers(administered(projectKey, repositorySlug), name, permission);
  }

  @DeleteMapping("/users")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revokeFromUsers(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @RequestParam(required = false) @Nullable List<String> name) {
    grants.revokeFromUsers(administered(projectKey, repositorySlug), name);
  }

  @GetMapping("/groups")
  Page<PermittedGroup> groups(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return pages.groups(administered(projectKey, repositorySlug), filter, page);
  }

  @GetMapping("/groups/none")
  Page<DetailedGroup> groupsWithout(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @RequestParam(required = false) @Nullable String filter,
      PageRequest page) {
    return pages.groupsWithout(administered(projectKey, repositorySlug), filter, page);
  }

  @PutMapping("/groups")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void grantToGroups(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @RequestParam(required = false) @Nullable List<String> name,
      @RequestParam(required = false) @Nullable String permission) {
    grants.grantToGroups(administered(projectKey, repositorySlug), name, permission);
  }

  @DeleteMapping("/groups")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revokeFromGroups(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @RequestParam(required = false) @Nullable List<String> name) {
    grants.revokeFromGroups(administered(projectKey, repositorySlug), name);
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revoke(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @RequestParam(required = false) @Nullable List<String> user,
      @RequestParam(required = false) @Nullable List<String> group) {
    grants.revoke(administered(projectKey, repositorySlug), user, group);
  }

  @GetMapping("/search")
  Page<Object> search(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @RequestParam(required = false) @Nullable String filterText,
      @RequestParam(required = false) @Nullable String type,
      @RequestParam(required = false) @Nullable String permission,
      PageRequest page) {
    return search.find(
        administered(projectKey, repositorySlug), filterText, type, permission, page);
  }

  private RepositoryId administered(String projectKey, String repositorySlug) {
    return targets.repositoryId(caller.get(), projectKey, repositorySlug, Permission.REPO_ADMIN);
  }
}
