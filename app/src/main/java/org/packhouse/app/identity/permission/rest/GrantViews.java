package org.packhouse.app.identity.permission.rest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.GrantLists;
import org.packhouse.app.identity.permission.Grantee;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.user.Principals;
import org.packhouse.app.identity.user.rest.DetailedGroup;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.identity.user.rest.UserViews;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.stereotype.Component;

/** Finds named grantees, and makes pages of grants on a resource; null: on the server. */
@Component
class GrantViews {

  private static final int ALL = 100_000;

  private final Principals principals;
  private final GrantLists lists;
  private final UserViews views;

  GrantViews(Principals principals, GrantLists lists, UserViews views) {
    this.principals = principals;
    this.lists = lists;
    this.views = views;
  }

  Page<PermittedUser> users(
      @Nullable ResourceId resource, @Nullable String filter, PageRequest page) {
    return Page.ofOneMore(
            page, lists.users(resource, RequestFields.filter(filter), page.start(), page.oneMore()))
        .map(it -> new PermittedUser(views.of(it.grantee()), it.permission()));
  }

  Page<PermittedGroup> groups(
      @Nullable ResourceId resource, @Nullable String filter, PageRequest page) {
    return Page.ofOneMore(
            page,
            lists.groups(resource, RequestFields.filter(filter), page.start(), page.oneMore()))
        .map(it ->
            new PermittedGroup(new PermittedGroup.Name(it.grantee().name()), it.permission()));
  }

  Page<UserView> usersWithout(
      @Nullable ResourceId resource, @Nullable String filter, PageRequest page) {
    return Page.ofOneMore(
            page,
            lists.usersWithout(
                resource, RequestFields.filter(filter), page.start(), page.oneMore()))
        .map(views::of);
  }

  Page<DetailedGroup> groupsWithout(
      @Nullable ResourceId resource, @Nullable String filter, PageRequest page) {
    return Page.ofOneMore(
            page,
            lists.groupsWithout(
                resource, RequestFields.filter(filter), page.start(), page.oneMore()))
        .map(DetailedGroup::of);
  }

  /** Finds grants; the type is {@code USER}, {@code GROUP} or null, the permission null for any. */
  Page<Object> search(
      ResourceId resource,
      @Nullable String filter,
      @Nullable String type,
      @Nullable String permission,
      PageRequest page) {
    if (type != null && !type.equals("USER") && !type.equals("GROUP")) {
      throw new InvalidFieldException(
          "type",
          "The type must be USER or GROUP, not %s.".formatted(InvalidFieldException.quote(type)));
    }
    Permission only =
        permission == null
            ? null
            : RequestFields.permission(permission, List.of(Permission.values()));
    PageRequest all = new PageRequest(0, ALL);
    List<Object> found = new ArrayList<>();
    if (!"USER".equals(type)) {
      groups(resource, filter, all).values().stream()
          .filter(it -> only == null || it.permission() == only)
          .forEach(found::add);
    }
    if (!"GROUP".equals(type)) {
      users(resource, filter, all).values().stream()
          .filter(it -> only == null || it.permission() == only)
          .forEach(found::add);
    }
    return Page.ofAll(page, found);
  }

  List<Grantee> usersNamed(List<String> names) {
    return names.stream().map(name -> Grantee.of(principals.user(name))).toList();
  }

  List<Grantee> groupsNamed(List<String> names) {
    return names.stream().map(name -> Grantee.of(principals.group(name))).toList();
  }
}
