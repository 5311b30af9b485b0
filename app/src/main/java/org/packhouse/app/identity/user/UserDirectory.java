package org.packhouse.app.identity.user;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Lists users, by name. A filter is a part of the name, display name or e-mail address, in any
 * case; empty: all.
 */
@Component
public class UserDirectory {

  private final UserStore store;
  private final JdbcClient jdbc;

  UserDirectory(UserStore store, JdbcClient jdbc) {
    this.store = store;
    this.jdbc = jdbc;
  }

  /** All users, those too who are not active. */
  @Transactional(readOnly = true)
  public List<User> all(String filter, int start, int limit) {
    return users(store.search(filter, start, limit));
  }

  /** Active users. */
  @Transactional(readOnly = true)
  public List<User> active(String filter, int start, int limit) {
    return users(store.searchActive(filter, start, limit));
  }

  /** Active users among those of the ids. */
  @Transactional(readOnly = true)
  public List<User> activeOf(Collection<Long> ids, String filter, int start, int limit) {
    return users(store.searchActive(ids.toArray(Long[]::new), filter, start, limit));
  }

  /** The members of a group, or everybody else. */
  @Transactional(readOnly = true)
  public List<User> ofGroup(Group group, boolean member, String filter, int start, int limit) {
    return users(store.search(group.id(), member, filter, start, limit));
  }

  /**
   * The users of those e-mail addresses, by address in lower case, in one statement. Where several
   * users have one address, the active one of longest standing is meant.
   */
  @Transactional(readOnly = true)
  public Map<String, User> ofEmailAddresses(Collection<String> addresses) {
    if (addresses.isEmpty()) {
      return Map.of();
    }
    Map<String, User> users = new HashMap<>();
    store
        .findByEmailAddresses(
            addresses.stream().map(UserDirectory::folded).distinct().toArray(String[]::new))
        .forEach(entity -> {
          User user = entity.toUser();
          users.put(folded(String.valueOf(user.emailAddress())), user);
        });
    return users;
  }

  private static String folded(String address) {
    return address.toLowerCase(Locale.ROOT);
  }

  /** The ids of a group's members. */
  @Transactional(readOnly = true)
  public List<Long> idsOf(Group group) {
    return jdbc.sql("select user_id from group_membership where group_id = ?")
        .param(group.id())
        .query((row, _) -> row.getLong(1))
        .list();
  }

  private static List<User> users(List<UserEntity> entities) {
    return entities.stream().map(UserEntity::toUser).toList();
  }
}
