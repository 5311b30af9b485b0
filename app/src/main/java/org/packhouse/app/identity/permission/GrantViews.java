package org.packhouse.app.identity.permission;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.DetailedGroup;
import org.packhouse.app.identity.user.Principals;
import org.packhouse.app.identity.user.UserView;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.springframework.stereotype.Component;

/**
 * Turns grants on a resource into pages that REST shows; {@code null} for a resource means the
 * server.
 */
@Component
class GrantViews {

  private final GrantLists lists;
  private final Principals principals;

  GrantViews(GrantLists lists, Principals principals) {
    this.lists = lists;
    this.principals = principals;
  }

  Page<PermittedUser> users(
      @Nullable ResourceId resource, @Nullable String filter, PageRequest page) {
    return Page.ofOneMore(
            page, lists.users(resource, RequestFields.filter(filter), page.start(), page.oneMore()))
        .map(it -> new PermittedUser(principals.show(it.grantee()), it.permission()));
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
        .map(principals::show);
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
