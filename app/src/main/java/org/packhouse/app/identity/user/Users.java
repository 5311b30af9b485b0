package org.packhouse.app.identity.user;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Finds users. Deleted users are never found. */
public interface Users {

  /** The user of that id. */
  Optional<User> findById(long id);

  /** The user of that name, without regard to case. */
  Optional<User> findByName(String name);

  /** The user of that slug. */
  Optional<User> findBySlug(String slug);

  /** The users of those ids that exist, by id, in one statement. */
  Map<Long, User> findAllById(Collection<Long> ids);
}
