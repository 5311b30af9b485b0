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
import org.packhouse.cluster.hibernate.FreshRows;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Lazy;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Groups and memberships; asks no permission. A change is one transaction, or joins the caller's.
 */
@Service
public class Groups {

  /** The group of new users, which set-up creates with {@code LICENSED_USER}. */
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

  /** Returns the group of that name, in any case. */
  @Transactional(readOnly = true)
  public Optional<Group> findByName(String name) {
    return store.findByName(name).map(GroupEntity::toGroup);
  }

  /** Lists groups whose name contains the filter, by name. */
  @Transactional(readOnly = true)
  public List<Group> search(String filter, int start, int limit) {
    return groups(store.search(filter, start, limit));
  }

  /** Lists the groups that a user is in, or is not in, by name. */
  @Transactional(readOnly = true)
  public List<Group> search(User user, boolean member, String filter, int start, int limit) {
    return groups(store.search(user.id(), member, filter, start, limit));
  }

  /** Lists the groups of those ids, or all others, by name. */
  @Transactional(readOnly = true)
  public List<Group> search(
      Collection<Long> ids, boolean among, String filter, int start, int limit) {
    return groups(store.search(ids.toArray(Long[]::new), among, filter, start, limit));
  }

  @Transactional(readOnly = true)
  public List<Long> idsOf(long userId) {
    return jdbc.sql("select group_id from group_membership where user_id = ?")
        .param(userId)
        .query((row, _) -> row.getLong(1))
        .list();
  }

  /** Lists the groups of a user, by name. */
  @Transactional(readOnly = true)
  public List<Group> groupsOf(User user) {
    return groups(store.findByMember(user.id()));
  }

  /** Returns groups by id for display: another node's change may be seen a moment later. */
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
   * @throws AlreadyExistsException if there is a group of that name
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

  @Transactional
  public void delete(Group group) {
    store.findById(group.id()).ifPresent(store::delete);
    store.flush();
    events.publishEvent(new GrantsChanged());
    events.publishEvent(new AuditableChange("group.deleted", group.name()));
  }

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
