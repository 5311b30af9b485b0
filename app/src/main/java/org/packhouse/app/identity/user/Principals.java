package org.packhouse.app.identity.user;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Finds users and groups by the names that requests carry. */
@Component
public class Principals {

  private final Users users;
  private final Groups groups;

  Principals(Users users, Groups groups) {
    this.users = users;
    this.groups = groups;
  }

  /** The user of that name. */
  public User user(String name) {
    return users.findByName(storable(name)).orElseThrow(() -> new UnknownUserException(name));
  }

  /** The user of that slug, or of the name that it is made of. */
  public User bySlug(String slug) {
    return findBySlug(slug).orElseThrow(() -> new UnknownUserException(slug));
  }

  /** The user of that slug, or of the name that it is made of, if there is one. */
  public Optional<User> findBySlug(String slug) {
    return users
        .findBySlug(storable(slug))
        .or(() -> users.findBySlug(NameRules.slugOf(storable(slug))));
  }

  /** The same, to be shown: another node's change may come a moment later. */
  public Optional<User> findShownBySlug(String slug) {
    return users.findShownBySlug(storable(slug));
  }

  /** The group of that name. */
  public Group group(String name) {
    return groups.findByName(storable(name)).orElseThrow(() -> new UnknownGroupException(name));
  }

  /** The group of that name, if there is one. */
  public Optional<Group> findGroup(String name) {
    return groups.findByName(storable(name));
  }

  /** The users of those ids that exist, by id, in one statement. */
  public Map<Long, User> byId(Collection<Long> ids) {
    return users.findAllById(ids);
  }

  /** The users of those ids, in that order. */
  public List<User> inOrder(Collection<Long> ids) {
    Map<Long, User> byId = users.findAllById(ids);
    return ids.stream().map(byId::get).filter(Objects::nonNull).toList();
  }

  /** The groups of those ids, in that order. */
  public List<Group> groupsInOrder(Collection<Long> ids) {
    Map<Long, Group> byId = groups.findAllById(ids);
    return ids.stream().map(byId::get).filter(Objects::nonNull).toList();
  }

  /** A name that no database row can have is looked for as the empty one, which none has. */
  public static String storable(String name) {
    return name.codePoints().anyMatch(it -> it == 0 || Character.getType(it) == Character.SURROGATE)
        ? ""
        : name;
  }
}
