package org.packhouse.app.identity.permission.rest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.GrantLists;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.user.rest.DetailedGroup;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.identity.user.rest.UserViews;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.springframework.stereotype.Component;

/** Makes pages of grants on a resource; null: on the server. */
@Component
class GrantViews {

  private final GrantLists lists;
  private final UserViews views;

  GrantViews(GrantLists lists, UserViews views) {
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
}
