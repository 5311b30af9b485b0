package org.packhouse.app.identity.user;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Groups and who is in them; asks no permission. Each change is one transaction (or joins the
 * caller's) with its audit row, and tells that grants have changed.
 */
@Service
public class Groups {

  /** The group that new users are put into; set-up creates it and lets its members sign in. */
  public static final String DEFAULT = "stash-users";

  private final JdbcClient jdbc;
  private final ApplicationEventPublisher events;

  Groups(JdbcClient jdbc, ApplicationEventPublisher events) {
    this.jdbc = jdbc;
    this.events = events;
  }

  /** The group of that name, without regard to case. */
  @Transactional(readOnly = true)
  public Optional<Group> findByName(String name) {
    return jdbc.sql("select id, name from groups where lower(name) = lower(?)")
        .param(name)
        .query(Groups::group)
        .optional();
  }

  /** Groups whose name contains the filter, by name. */
  @Transactional(readOnly = true)
  public List<Group> search(String filter, int start, int limit) {
    return jdbc.sql(
            """
            select id, name from groups where position(lower(?) in lower(name)) > 0
            order by lower(name) offset ? limit ?
            """)
        .params(filter, start, limit)
        .query(Groups::group)
        .list();
  }

  /** The groups that a user is in, or those that the user is not in, by name. */
  @Transactional(readOnly = true)
  public List<Group> search(User user, boolean member, String filter, int start, int limit) {
    return jdbc.sql(
            """
            select g.id, g.name from groups g
             where exists (select 1 from group_membership m
                            where m.group_id = g.id and m.user_id = ?) = ?
               and position(lower(?) in lower(g.name)) > 0
             order by lower(g.name) offset ? limit ?
            """)
        .params(user.id(), member, filter, start, limit)
        .query(Groups::group)
        .list();
  }

  /** The groups that a user is in, by name. */
  @Transactional(readOnly = true)
  public List<Group> groupsOf(User user) {
    return jdbc.sql(
            """
            select g.id, g.name from groups g join group_membership m on m.group_id = g.id
            where m.user_id = ? order by lower(g.name)
            """)
        .param(user.id())
        .query(Groups::group)
        .list();
  }

  /** The groups of those ids that exist, by id, in one statement. */
  @Transactional(readOnly = true)
  public Map<Long, Group> findAllById(Collection<Long> ids) {
    return jdbc
        .sql("select id, name from groups where id = any(?)")
        .param(ids.toArray(Long[]::new))
        .query(Groups::group)
        .stream()
        .collect(Collectors.toMap(Group::id, Function.identity()));
  }

  /**
   * Creates a group.
   *
   * @throws InvalidFieldException if the name breaks the rule
   * @throws AlreadyExistsException if there is one of that name
   */
  @Transactional
  public Group create(String name) {
    NameRules.checkGroupName(name);
    Group group =
        jdbc.sql("insert into groups (name) values (?) on conflict do nothing returning id, name")
            .param(name)
            .query(Groups::group)
            .optional()
            .orElseThrow(() ->
                new AlreadyExistsException(
                    "name", "There is a group named '" + name + "' already."));
    events.publishEvent(new AuditableChange("group.created", name));
    return group;
  }

  /** Removes a group with its memberships and permissions. */
  @Transactional
  public void delete(Group group) {
    jdbc.sql("delete from groups where id = ?").param(group.id()).update();
    events.publishEvent(new GrantsChanged());
    events.publishEvent(new AuditableChange("group.deleted", group.name()));
  }

  /** Puts a user into a group; nothing happens if the user is in it. */
  @Transactional
  public void add(Group group, User user) {
    int added =
        jdbc.sql(
                "insert into group_membership (group_id, user_id) values (?, ?)"
                    + " on conflict do nothing")
            .param(group.id())
            .param(user.id())
            .update();
    tell(added, "group.member-added", group, user);
  }

  /** Takes a user out of a group; nothing happens if the user is not in it. */
  @Transactional
  public void remove(Group group, User user) {
    int removed =
        jdbc.sql("delete from group_membership where group_id = ? and user_id = ?")
            .param(group.id())
            .param(user.id())
            .update();
    tell(removed, "group.member-removed", group, user);
  }

  private void tell(int rows, String action, Group group, User user) {
    if (rows > 0) {
      events.publishEvent(new GrantsChanged());
      events.publishEvent(new AuditableChange(action, group.name(), Map.of("user", user.name())));
    }
  }

  private static Group group(ResultSet row, int index) throws SQLException {
    return new Group(row.getLong("id"), row.getString("name"));
  }
}
