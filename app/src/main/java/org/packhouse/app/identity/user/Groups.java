package org.packhouse.app.identity.user;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hibernate.Session;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.cluster.hibernate.FreshRows;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Lazy;
import org.springframework.dao.DataIntegrityViolationException;
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

  private final GroupStore store;
  private final Session entities;
  private final JdbcClient jdbc;
  private final ApplicationEventPublisher events;

  Groups(
      @Lazy GroupStore store,
      EntityManager entities,
      JdbcClient jdbc,
      ApplicationEventPublisher events) {
    this.store = store;
    this.entities = entities.unwrap(Session.class);
    this.jdbc = jdbc;
    this.events = events;
  }

  /** The group of that name, without regard to case. */
  @Transactional(readOnly = true)
  public Optional<Group> findByName(String name) {
    return store.findByName(name).map(GroupEntity::toGroup);
  }

  /** Groups whose name contains the filter, by name. */
  @Transactional(readOnly = true)
  public List<Group> search(String filter, int start, int limit) {
    return groups(store.search(filter, start, limit));
  }

  /** The groups that a user is in, or those that the user is not in, by name. */
  @Transactional(readOnly = true)
  public List<Group> search(User user, boolean member, String filter, int start, int limit) {
    return groups(store.search(user.id(), member, filter, start, limit));
  }

  /** The groups of those ids, or all others, by name. */
  @Transactional(readOnly = true)
  public List<Group> search(
      Collection<Long> ids, boolean among, String filter, int start, int limit) {
    return groups(store.search(ids.toArray(Long[]::new), among, filter, start, limit));
  }

  /** The ids of the groups that a user is in. */
  @Transactional(readOnly = true)
  public List<Long> idsOf(long userId) {
    return jdbc.sql("select group_id from group_membership where user_id = ?")
        .param(userId)
        .query(Long.class)
        .list();
  }

  /** The groups that a user is in, by name. */
  @Transactional(readOnly = true)
  public List<Group> groupsOf(User user) {
    return groups(store.findByMember(user.id()));
  }

  /**
   * The groups of those ids that exist, by id, in one statement or none, to be shown: another
   * node's change may come a moment later.
   */
  @Transactional(readOnly = true)
  public Map<Long, Group> findAllById(Collection<Long> ids) {
    return ids.isEmpty()
        ? Map.of()
        : FreshRows.whichMayBeLate(
                () -> entities.findMultiple(GroupEntity.class, List.copyOf(Set.copyOf(ids))))
            .stream()
            .filter(Objects::nonNull)
            .map(GroupEntity::toGroup)
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
    if (store.findByName(name).isPresent()) {
      throw alreadyThere(name);
    }
    Group group;
    try {
      group = store.saveAndFlush(new GroupEntity(name)).toGroup();
    } catch (DataIntegrityViolationException e) {
      throw (AlreadyExistsException) alreadyThere(name).initCause(e);
    }
    events.publishEvent(new AuditableChange("group.created", name));
    return group;
  }

  /** Removes a group with its memberships and permissions. */
  @Transactional
  public void delete(Group group) {
    store.findById(group.id()).ifPresent(store::delete);
    store.flush();
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

  private static List<Group> groups(List<GroupEntity> entities) {
    return entities.stream().map(GroupEntity::toGroup).toList();
  }

  private static AlreadyExistsException alreadyThere(String name) {
    return new AlreadyExistsException("name", "There is a group named '" + name + "' already.");
  }
}
