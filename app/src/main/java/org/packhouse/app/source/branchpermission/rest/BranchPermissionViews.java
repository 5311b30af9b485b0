package org.packhouse.app.source.branchpermission.rest;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.packhouse.app.hosting.repository.setting.rest.ScopeView;
import org.packhouse.app.identity.key.AccessKeys;
import org.packhouse.app.identity.key.rest.SshKeyView;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.source.branch.model.rest.RefMatcherBody;
import org.packhouse.app.source.branchpermission.BranchPermission;
import org.packhouse.app.source.branchpermission.BranchPermission.Exempt;
import org.springframework.stereotype.Component;

/** Shows branch permissions, with one statement for each kind of exemption. */
@Component
class BranchPermissionViews {

  private final Users users;
  private final Groups groups;
  private final AccessKeys keys;
  private final ServerAddress address;

  BranchPermissionViews(Users users, Groups groups, AccessKeys keys, ServerAddress address) {
    this.users = users;
    this.groups = groups;
    this.keys = keys;
    this.address = address;
  }

  List<BranchPermissionView> of(List<BranchPermission> permissions) {
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
