package org.packhouse.app.identity.user;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

@Component
class StoredUsers implements Users {

  private final UserStore store;

  StoredUsers(UserStore store) {
    this.store = store;
  }

  @Override
  public Optional<User> findById(long id) {
    return store.findByIdAndDeletedFalse(id).map(UserEntity::toUser);
  }

  @Override
  public Optional<User> findByName(String name) {
    return store.findByName(name).map(UserEntity::toUser);
  }

  @Override
  public Optional<User> findBySlug(String slug) {
    return store.findBySlugAndDeletedFalse(slug).map(UserEntity::toUser);
  }

  @Override
  public Map<Long, User> findAllById(Collection<Long> ids) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    return store.findByIdInAndDeletedFalse(ids).stream()
        .map(UserEntity::toUser)
        .collect(Collectors.toMap(User::id, Function.identity()));
  }
}
