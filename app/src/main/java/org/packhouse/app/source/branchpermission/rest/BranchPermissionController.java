package org.packhouse.app.source.branchpermission.rest;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.rest.ScopeView;
import org.packhouse.app.identity.key.AccessKeys;
import org.packhouse.app.identity.key.rest.SshKeyView;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.packhouse.app.source.branch.model.rest.RefMatcherBody;
import org.packhouse.app.source.branchpermission.BranchPermission;
import org.packhouse.app.source.branchpermission.BranchPermission.Exempt;
import org.packhouse.app.source.branchpermission.BranchPermissionFilter;
import org.packhouse.app.source.branchpermission.BranchPermissions;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** REST: branch permissions of a repository or project. */
@RestController
@RequestMapping({
  RestPaths.BRANCH_PERMISSIONS + "/projects/{projectKey}/restrictions",
  RestPaths.BRANCH_PERMISSIONS + "/projects/{projectKey}/repos/{repositorySlug}/restrictions"
})
class BranchPermissionController {

  private final ServerAddress address;
  private final AccessKeys keys;
  private final Groups groups;
  private final Users users;
  private final BranchPermissions permissions;
  private final BranchPermissionRequests requests;

  BranchPermissionController(
      ServerAddress address,
      AccessKeys keys,
      Groups groups,
      Users users,
      BranchPermissions permissions,
      BranchPermissionRequests requests) {
    this.address = address;
    this.keys = keys;
    this.groups = groups;
    this.users = users;
    this.permissions = permissions;
    this.requests = requests;
  }

  @GetMapping
  Page<BranchPermissionView> list(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @RequestParam(required = false) @Nullable String matcherType,
      @RequestParam(required = false) @Nullable String matcherId,
      @RequestParam(required = false) @Nullable String type,
      PageRequest page) {
    BranchPermissionFilter filter =
        new BranchPermissionFilter(
            matcherType == null ? null : matcherType(matcherType),
            matcherId,
            type == null ? null : BranchPermissionRequests.type(type));
    Page<BranchPermission> found =
        Page.ofOneMore(page, permissions.list(resource, filter, page.start(), page.oneMore()));
    return found.with(view(found.values()));
  }

  private static RefMatcher.Type matcherType(String name) {
    return Arrays.stream(RefMatcher.Type.values())
        .filter(it -> it.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new InvalidFieldException(
                "matcherType",
                "%s is not a type of ref matcher; these are: %s."
                    .formatted(
                        InvalidFieldException.quote(name),
                        Arrays.toString(RefMatcher.Type.values()))));
  }

  @GetMapping("/{id}")
  BranchPermissionView get(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long id) {
    BranchPermission found =
        permissions.find(resource, id).orElseThrow(() -> unknown(resource, id));
    return view(List.of(found)).getFirst();
  }

  /** Takes and returns one object, or a list. */
  @PostMapping
  Object set(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @RequestBody JsonNode body) {
    List<BranchPermissionView> stored =
        view(permissions.set(resource, requests.wanted(resource, body)));
    return body.isArray() ? stored : stored.getFirst();
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long id) {
    if (!permissions.remove(resource, id)) {
      throw unknown(resource, id);
    }
  }

  private static RefusedException unknown(Resource resource, long id) {
    return new NoSuchException(
        Thing.ENTITY,
        "There is no branch permission %d of this %s."
            .formatted(id, resource.repository() == null ? "project" : "repository"));
  }

  private List<BranchPermissionView> view(List<BranchPermission> permissions) {
    Map<Long, User> people = users.findAllById(all(permissions, Exempt::users));
    Map<Long, Group> crowds = groups.findAllById(all(permissions, Exempt::groups));
    Map<Long, BranchPermissionView.KeyView> admitted =
        all(permissions, Exempt::keys).stream()
            .flatMap(id -> keys.placesOf(id).stream().limit(1))
            .collect(
                Collectors.toMap(
                    it -> it.key().id(),
                    it -> new BranchPermissionView.KeyView(SshKeyView.of(it.key()))));
    return permissions.stream()
        .map(permission ->
            new BranchPermissionView(
                permission.id(),
                ScopeView.of(permission.scope()),
                permission.type().id(),
                RefMatcherBody.of(permission.matcher()),
                those(permission.exempt().users(), people).stream()
                    .map(user -> UserView.of(user, address.baseUrl()))
                    .toList(),
                those(permission.exempt().groups(), crowds).stream().map(Group::name).toList(),
                those(permission.exempt().keys(), admitted)))
        .toList();
  }

  private static Set<Long> all(
      List<BranchPermission> permissions, Function<Exempt, Set<Long>> ids) {
    return permissions.stream()
        .flatMap(permission -> ids.apply(permission.exempt()).stream())
        .collect(Collectors.toSet());
  }

  private static <T> List<T> those(Collection<Long> ids, Map<Long, T> known) {
    return ids.stream().sorted().filter(known::containsKey).map(known::get).toList();
  }
}
