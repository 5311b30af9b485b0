package org.packhouse.app.identity.user;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Finds users. Deleted users are never found. */
@Component
public class Users {

  private final UserStore store;

  Users(UserStore store) {
    this.store = store;
  }

  /** The user of that id. */
  public Optional<User> findById(long id) {
    return store.findByIdAndDeletedFalse(id).map(UserEntity::toUser);
  }

  /** The user of that name, without regard to case. */
  public Optional<User> findByName(String name) {
    return store.findByName(name).map(UserEntity::toUser);
  }

  /** The user of that slug. */
  public Optional<User> findBySlug(String slug) {
    return store.findBySlugAndDeletedFalse(slug).map(UserEntity::toUser);
  }

  /** The users of those ids that exist, by id, in one statement. */
  public Map<Long, User> findAllById(Collection<Long> ids) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    return store.findByIdInAndDeletedFalse(ids).stream()
        .map(UserEntity::toUser)
        .collect(Collectors.toMap(User::id, Function.identity()));
  }
}
