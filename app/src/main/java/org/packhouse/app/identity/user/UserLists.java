package org.packhouse.app.identity.user;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.query.NativeQuery;
import org.packhouse.app.platform.node.ServerAddress;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Lists users by name. A filter is a part of name, display name or e-mail address, in any case. */
@Component
public class UserLists {

  private static final String BY_ADDRESS =
      """
      select lower(a.address) as asked, {u.*}
        from user_email_address a
        join users u on u.id = a.user_id and not u.deleted
       where lower(a.address) = any(:addresses) and a.confirmed_at is not null
      """;

  /** Confirmed addresses come last, and so win over substitutes that are spelt alike. */
  private static final String BY_ADDRESS_OR_SUBSTITUTE =
      """
      select m.asked as asked, {u.*}
        from (select lower(a.address) as asked, a.user_id, 1 as rank
                from user_email_address a
               where lower(a.address) = any(:addresses) and a.confirmed_at is not null
              union all
              select s.slug || :host, s.id, 0
                from users s
               where s.slug = any(:slugs)) m
        join users u on u.id = m.user_id and not u.deleted
       order by m.rank
      """;

  private final UserStore store;
  private final JdbcClient jdbc;
  private final EntityManager entities;
  private final ServerAddress server;

  UserLists(@Lazy UserStore store, JdbcClient jdbc, EntityManager entities, ServerAddress server) {
    this.store = store;
    this.jdbc = jdbc;
    this.entities = entities;
    this.server = server;
  }

  /** Lists all users, also inactive ones. */
  @Transactional(readOnly = true)
  public List<User> all(String filter, int start, int limit) {
    return users(store.search(filter, start, limit));
  }

  @Transactional(readOnly = true)
  public List<User> active(String filter, int start, int limit) {
    return users(store.searchActive(filter, start, limit));
  }

  @Transactional(readOnly = true)
  public List<User> activeOf(Collection<Long> ids, String filter, int start, int limit) {
    return users(store.searchActive(ids.toArray(Long[]::new), filter, start, limit));
  }

  /** Lists those of the users whose name or display name contains the filter, active or not. */
  @Transactional(readOnly = true)
  public List<User> named(Collection<Long> ids, String filter, int start, int limit) {
    return users(store.searchNamed(ids.toArray(Long[]::new), filter, start, limit));
  }

  /** Lists the active ones of the users whose name or display name contains the filter. */
  @Transactional(readOnly = true)
  public List<User> activeNamed(Collection<Long> ids, String filter, int start, int limit) {
    return users(store.searchActiveNamed(ids.toArray(Long[]::new), filter, start, limit));
  }

  /** Lists active users except those, whose name or display name contains the filter. */
  @Transactional(readOnly = true)
  public List<User> activeExcept(Collection<Long> ids, String filter, int start, int limit) {
    return users(store.searchActiveExcept(ids.toArray(Long[]::new), filter, start, limit));
  }

  /** Lists the members of a group, or all other users. */
  @Transactional(readOnly = true)
  public List<User> ofGroup(Group group, boolean member, String filter, int start, int limit) {
    return users(store.search(group.id(), member, filter, start, limit));
  }

  /** Returns users by confirmed addresses in lower case, in one statement. */
  @Transactional(readOnly = true)
  public Map<String, User> ofEmailAddresses(Collection<String> addresses) {
    if (addresses.isEmpty()) {
      return Map.of();
    }
    String[] folded = addresses.stream().map(UserLists::folded).distinct().toArray(String[]::new);
    return found(
        entities
            .unwrap(Session.class)
            .createNativeQuery(BY_ADDRESS, Object[].class)
            .setParameter("addresses", folded));
  }

  /**
   * Returns users by addresses of commits in lower case, confirmed ones or the server's
   * substitutes.
   */
  @Transactional(readOnly = true)
  public Map<String, User> ofCommitAddresses(Collection<String> addresses) {
    String host = folded(EmailAddresses.at("", server.baseUrl()));
    String[] folded = addresses.stream().map(UserLists::folded).distinct().toArray(String[]::new);
    String[] slugs =
        Stream.of(folded)
            .filter(address -> address.endsWith(host))
            .map(address -> address.substring(0, address.length() - host.length()))
            .toArray(String[]::new);
    if (slugs.length == 0) {
      return ofEmailAddresses(addresses);
    }
    return found(
        entities
            .unwrap(Session.class)
            .createNativeQuery(BY_ADDRESS_OR_SUBSTITUTE, Object[].class)
            .setParameter("addresses", folded)
            .setParameter("slugs", slugs)
            .setParameter("host", host));
  }

  private static Map<String, User> found(NativeQuery<Object[]> query) {
    List<Object[]> rows =
        query.addScalar("asked", String.class).addEntity("u", UserEntity.class).list();
    Map<String, User> users = new HashMap<>();
    rows.forEach(row -> users.put((String) row[0], ((UserEntity) row[1]).toUser()));
    return users;
  }

  private static String folded(String address) {
    return address.toLowerCase(Locale.ROOT);
  }

  /** Returns the ids of the members of any of the groups. */
  @Transactional(readOnly = true)
  public List<Long> idsOf(Collection<Long> groupIds) {
    return groupIds.isEmpty()
        ? List.of()
        : jdbc.sql("select distinct user_id from group_membership where group_id = any(?)")
            .param(groupIds.toArray(Long[]::new))
            .query((row, _) -> row.getLong(1))
            .list();
  }

  /** Returns whether any of the users, or any member of the groups, is active. */
  @Transactional(readOnly = true)
  public boolean isAnyActive(Collection<Long> ids, Collection<Long> groupIds) {
    return jdbc.sql(
            """
            select exists (
              select 1 from users u
               where u.active and not u.deleted
                 and (u.id = any(?)
                      or exists (select 1 from group_membership m
                                  where m.user_id = u.id and m.group_id = any(?))))
            """)
        .params(ids.toArray(Long[]::new), groupIds.toArray(Long[]::new))
        .query(Boolean.class)
        .single();
  }

  private static List<User> users(List<UserEntity> entities) {
    return entities.stream().map(UserEntity::toUser).toList();
  }
}
