package org.packhouse.app.identity.user;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hibernate.KeyType;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.hibernate.FreshRows;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/** Finds users, deleted ones apart. */
@Component
public class Users {

  private final UserStore store;
  private final Session entities;

  Users(@Lazy UserStore store, EntityManager entities) {
    this.store = store;
    this.entities = entities.unwrap(Session.class);
  }

  public Optional<User> findById(long id) {
    return store.findByIdAndDeletedFalse(id).map(UserEntity::toUser);
  }

  /** Returns the user of that name, in any case. */
  public Optional<User> findByName(String name) {
    return store.findByName(name).map(UserEntity::toUser);
  }

  /** Returns users by their names in lower case, in one statement at most. */
  public Map<String, User> findAllByName(Collection<String> names) {
    return names.isEmpty()
        ? Map.of()
        : store.findByNames(names.toArray(String[]::new)).stream()
            .map(UserEntity::toUser)
            .collect(
                Collectors.toMap(
                    user -> user.name().toLowerCase(Locale.ROOT),
                    Function.identity(),
                    (one, _) -> one));
  }

  public Optional<User> findBySlug(String slug) {
    return store.findBySlugAndDeletedFalse(slug).map(UserEntity::toUser);
  }

  /** Returns the user for display: another node's change may be seen a moment later. */
  public Optional<User> findShownBySlug(String slug) {
    UserEntity found =
        FreshRows.<@Nullable UserEntity>whichMayBeLate(
            () -> entities.find(UserEntity.class, slug, KeyType.NATURAL));
    return Optional.ofNullable(found)
        .filter(user -> !user.isDeleted() && user.hasSlug(slug))
        .map(UserEntity::toUser);
  }

  /** Returns users by id for display: another node's change may be seen a moment later. */
  public Map<Long, User> findAllById(Collection<Long> ids) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    List<Long> wanted = List.copyOf(Set.copyOf(ids));
    return FreshRows.whichMayBeLate(() -> entities.findMultiple(UserEntity.class, wanted)).stream()
        .filter(user -> user != null && !user.isDeleted())
        .map(UserEntity::toUser)
        .collect(Collectors.toMap(User::id, Function.identity()));
  }
}
