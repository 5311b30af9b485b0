package org.packhouse.app.identity.permission;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.DetailedGroup;
import org.packhouse.app.identity.user.Directory;
import org.packhouse.app.identity.user.UserView;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.springframework.stereotype.Component;

/**
 * Turns grants on a resource into pages that REST shows; {@code null} for a resource means the
 * server.
 */
@Component
class GrantViews {

  private final GrantLists lists;
  private final Directory directory;

  GrantViews(GrantLists lists, Directory directory) {
    this.lists = lists;
    this.directory = directory;
  }

  Page<PermittedUser> users(
      @Nullable ResourceId resource, @Nullable String filter, PageRequest page) {
    Map<Long, Permission> rows =
        lists.users(resource, RequestFields.filter(filter), page.start(), page.oneMore()).byId();
    List<PermittedUser> shown =
        directory.inOrder(rows.keySet()).stream()
            .map(user ->
                new PermittedUser(
                    directory.show(user), rows.getOrDefault(user.id(), Permission.PROJECT_VIEW)))
            .toList();
    return Page.ofOneMore(page, shown);
  }

  Page<PermittedGroup> groups(
      @Nullable ResourceId resource, @Nullable String filter, PageRequest page) {
    Map<Long, Permission> rows =
        lists.groups(resource, RequestFields.filter(filter), page.start(), page.oneMore()).byId();
    List<PermittedGroup> shown =
        directory.groupsInOrder(rows.keySet()).stream()
            .map(group ->
                new PermittedGroup(
                    new PermittedGroup.Name(group.name()),
                    rows.getOrDefault(group.id(), Permission.PROJECT_VIEW)))
            .toList();
    return Page.ofOneMore(page, shown);
  }

  Page<UserView> usersWithout(
      @Nullable ResourceId resource, @Nullable String filter, PageRequest page) {
    List<Long> ids =
        lists.usersWithout(resource, RequestFields.filter(filter), page.start(), page.oneMore());
    return Page.ofOneMore(page, directory.inOrder(ids)).map(directory::show);
  }

  Page<DetailedGroup> groupsWithout(
      @Nullable ResourceId resource, @Nullable String filter, PageRequest page) {
    List<Long> ids =
        lists.groupsWithout(resource, RequestFields.filter(filter), page.start(), page.oneMore());
    return Page.ofOneMore(page, directory.groupsInOrder(ids)).map(DetailedGroup::of);
  }
}
