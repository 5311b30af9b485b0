package org.packhouse.app.identity.user;

import java.sql.ResultSet;
import java.sql.SQLException;
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

  private static final String SELECT =
      """
      select u.id, u.name, u.slug, u.display_name, u.email_address, u.type, u.active, u.stamp
        from users u
       where not u.deleted
         and (position(lower(:filter) in lower(u.name)) > 0
              or position(lower(:filter) in lower(u.display_name)) > 0
              or position(lower(:filter) in lower(coalesce(u.email_address, ''))) > 0)
      """;
  private static final String PAGE = " order by lower(u.name) offset :start limit :limit";

  private final JdbcClient jdbc;

  UserDirectory(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** All users, those too who are not active. */
  @Transactional(readOnly = true)
  public List<User> all(String filter, int start, int limit) {
    return page(jdbc.sql(SELECT + PAGE), filter, start, limit);
  }

  /** Active users. */
  @Transactional(readOnly = true)
  public List<User> active(String filter, int start, int limit) {
    return page(jdbc.sql(SELECT + " and u.active" + PAGE), filter, start, limit);
  }

  /** Active users among those of the ids. */
  @Transactional(readOnly = true)
  public List<User> activeOf(Collection<Long> ids, String filter, int start, int limit) {
    return page(
        jdbc.sql(SELECT + " and u.active and u.id = any(:ids)" + PAGE)
            .param("ids", ids.toArray(Long[]::new)),
        filter,
        start,
        limit);
  }

  /** The members of a group, or everybody else. */
  @Transactional(readOnly = true)
  public List<User> ofGroup(Group group, boolean member, String filter, int start, int limit) {
    return page(
        jdbc.sql(
                SELECT
                    + """
                     and exists (select 1 from group_membership m
                                  where m.group_id = :group and m.user_id = u.id) = :member
                    """
                    + PAGE)
            .param("group", group.id())
            .param("member", member),
        filter,
        start,
        limit);
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
    jdbc.sql(
            """
            select distinct on (lower(u.email_address))
                   u.id, u.name, u.slug, u.display_name, u.email_address, u.type, u.active, u.stamp
              from users u
             where not u.deleted and lower(u.email_address) = any(?)
             order by lower(u.email_address), u.active desc, u.id
            """)
        .param(addresses.stream().map(UserDirectory::folded).distinct().toArray(String[]::new))
        .query(UserDirectory::user)
        .list()
        .forEach(user -> users.put(folded(String.valueOf(user.emailAddress())), user));
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

  private static List<User> page(
      JdbcClient.StatementSpec statement, String filter, int start, int limit) {
    return statement
        .param("filter", filter)
        .param("start", start)
        .param("limit", limit)
        .query(UserDirectory::user)
        .list();
  }

  private static User user(ResultSet row, int index) throws SQLException {
    return new User(
        row.getLong("id"),
        row.getString("name"),
        row.getString("slug"),
        row.getString("display_name"),
        row.getString("email_address"),
        UserType.valueOf(row.getString("type")),
        row.getBoolean("active"),
        row.getLong("stamp"));
  }
}
