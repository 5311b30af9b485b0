package org.packhouse.app.identity.permission.rest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Grantee;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permission.Scope;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.user.Principals;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Grants and revokes by the names of requests, each in one transaction. No permission check. */
@Component
class ResourceGrants {

  private final Principals principals;
  private final PermissionGrants grants;
  private final TransactionTemplate transaction;

  ResourceGrants(Principals principals, PermissionGrants grants, TransactionTemplate transaction) {
    this.principals = principals;
    this.grants = grants;
    this.transaction = transaction;
  }

  void grantToUsers(
      ResourceId resource, @Nullable List<String> names, @Nullable String permission) {
    Permission granted = permission(resource, permission);
    grant(resource, users(RequestFields.required("name", names)), granted);
  }

  void grantToGroups(
      ResourceId resource, @Nullable List<String> names, @Nullable String permission) {
    Permission granted = permission(resource, permission);
    grant(resource, groups(RequestFields.required("name", names)), granted);
  }

  void revokeFromUsers(ResourceId resource, @Nullable List<String> names) {
    revoke(resource, users(RequestFields.required("name", names)));
  }

  void revokeFromGroups(ResourceId resource, @Nullable List<String> names) {
    revoke(resource, groups(RequestFields.required("name", names)));
  }

  void revoke(ResourceId resource, @Nullable List<String> users, @Nullable List<String> groups) {
    List<Grantee> grantees = new ArrayList<>();
    if (users != null) {
      grantees.addAll(users(users));
    }
    if (groups != null) {
      grantees.addAll(groups(groups));
    }
    revoke(resource, grantees);
  }

  private void grant(ResourceId resource, List<Grantee> grantees, Permission permission) {
    transaction.executeWithoutResult(
        _ -> grantees.forEach(it -> grants.grant(it, resource, permission)));
  }

  private void revoke(ResourceId resource, List<Grantee> grantees) {
    transaction.executeWithoutResult(_ -> grantees.forEach(it -> grants.revoke(it, resource)));
  }

  List<Grantee> users(List<String> names) {
    return names.stream()
        .map(principals::user)
        .<Grantee>map(user -> new Grantee.ToUser(user.id(), user.name()))
        .toList();
  }

  List<Grantee> groups(List<String> names) {
    return names.stream()
        .map(principals::group)
        .<Grantee>map(group -> new Grantee.ToGroup(group.id(), group.name()))
        .toList();
  }

  private static Permission permission(ResourceId resource, @Nullable String name) {
    Scope scope = resource instanceof ProjectId ? Scope.PROJECT : Scope.REPOSITORY;
    return RequestFields.permission(name, RequestFields.grantable(scope));
  }
}
