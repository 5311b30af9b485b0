package org.packhouse.app.identity.user;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
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

  public User user(String name) {
    return users.findByName(storable(name)).orElseThrow(() -> new UnknownUserException(name));
  }

  /** Returns the user by slug, or by the name that it is derived from. */
  public User bySlug(String slug) {
    return findBySlug(slug).orElseThrow(() -> new UnknownUserException(slug));
  }

  /** Returns the user by slug, or by the name that it is derived from. */
  public Optional<User> findBySlug(String slug) {
    return users
        .findBySlug(storable(slug))
        .or(() -> users.findBySlug(NameRules.slugOf(storable(slug))));
  }

  /** Returns the user for display: another node's change may be seen a moment later. */
  public Optional<User> findShownBySlug(String slug) {
    return users.findShownBySlug(storable(slug));
  }

  public Group group(String name) {
    return findGroup(name)
        .orElseThrow(() ->
            new NoSuchException(
                Thing.GROUP, "Group " + InvalidFieldException.quote(name) + " does not exist."));
  }

  public Optional<Group> findGroup(String name) {
    return groups.findByName(storable(name));
  }

  /** Returns users by id, in one statement. */
  public Map<Long, User> byId(Collection<Long> ids) {
    return users.findAllById(ids);
  }

  /** Replaces a name that PostgreSQL cannot store by the empty one, which nobody has. */
  public static String storable(String name) {
    return NameRules.isStorable(name) ? name : "";
  }
}
