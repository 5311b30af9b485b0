package org.packhouse.app.hosting.people;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.packhouse.app.identity.auth.LastSignIns;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.UnknownGroupException;
import org.packhouse.app.identity.user.UnknownUserException;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserJson;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.node.ServerAddress;
import org.springframework.stereotype.Component;

/** Finds users and groups as requests name them, and shows them as REST does. */
@Component
class Directory {

  private final Users users;
  private final Groups groups;
  private final LastSignIns lastSignIns;
  private final ServerAddress address;

  Directory(Users users, Groups groups, LastSignIns lastSignIns, ServerAddress address) {
    this.users = users;
    this.groups = groups;
    this.lastSignIns = lastSignIns;
    this.address = address;
  }

  User user(String name) {
    return users.findByName(storable(name)).orElseThrow(() -> new UnknownUserException(name));
  }

  User bySlug(String slug) {
    return users.findBySlug(storable(slug)).orElseThrow(() -> new UnknownUserException(slug));
  }

  Optional<User> findBySlug(String slug) {
    return users.findBySlug(storable(slug));
  }

  Group group(String name) {
    return groups.findByName(storable(name)).orElseThrow(() -> new UnknownGroupException(name));
  }

  /** The users of those ids, in that order. */
  List<User> inOrder(Collection<Long> ids) {
    Map<Long, User> byId = users.findAllById(ids);
    return ids.stream().map(byId::get).filter(Objects::nonNull).toList();
  }

  /** The groups of those ids, in that order. */
  List<Group> groupsInOrder(Collection<Long> ids) {
    Map<Long, Group> byId = groups.findAllById(ids);
    return ids.stream().map(byId::get).filter(Objects::nonNull).toList();
  }

  UserJson show(User user) {
    return UserJson.of(user, address.baseUrl());
  }

  List<DetailedUser> showDetails(List<User> page) {
    var times = lastSignIns.of(page.stream().map(User::id).toList());
    return page.stream().map(user -> DetailedUser.of(show(user), times.get(user.id()))).toList();
  }

  DetailedUser showDetails(User user) {
    return showDetails(List.of(user)).getFirst();
  }

  /** A name that no database row can have is looked for as the empty one, which none has. */
  static String storable(String name) {
    return name.codePoints().anyMatch(it -> it == 0 || Character.getType(it) == Character.SURROGATE)
        ? ""
        : name;
  }
}
