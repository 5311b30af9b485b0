package org.packhouse.app.identity.user;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Lazy;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Creates, changes and removes users; asks no permission. Each method is one transaction (or joins
 * the caller's) with its audit row; what makes remembered credentials void raises the user's stamp.
 */
@Service
public class Accounts {

  private final UserStore store;
  private final JdbcClient jdbc;
  private final ApplicationEventPublisher events;

  Accounts(@Lazy UserStore store, JdbcClient jdbc, ApplicationEventPublisher events) {
    this.store = store;
    this.jdbc = jdbc;
    this.events = events;
  }

  /** The rules that the values of a new user break, all of them. */
  public static List<InvalidFieldException.Field> brokenRules(NewUser user) {
    List<InvalidFieldException.Field> broken = new ArrayList<>();
    collect(broken, () -> NameRules.checkUserName(user.name()));
    collect(broken, () -> NameRules.checkDisplayName(user.displayName()));
    String address = user.emailAddress();
    if (address != null) {
      collect(broken, () -> NameRules.checkEmailAddress(address));
    }
    return broken;
  }

  private static void collect(List<InvalidFieldException.Field> broken, Runnable check) {
    try {
      check.run();
    } catch (InvalidFieldException e) {
      broken.addAll(e.fields());
    }
  }

  /**
   * Creates a user. The name of a deleted user brings that account back, without its password,
   * groups, permissions, keys and tokens.
   *
   * @throws InvalidFieldException if a value breaks its rule
   * @throws AlreadyExistsException if there is a user of that name
   */
  @Transactional
  public User create(NewUser user) {
    List<InvalidFieldException.Field> broken = brokenRules(user);
    if (!broken.isEmpty()) {
      throw new InvalidFieldException(broken);
    }
    Optional<UserEntity> former = store.findByNameEvenIfDeleted(user.name());
    if (former.isPresent() && !former.get().isDeleted()) {
      throw alreadyThere(user.name());
    }
    UserEntity entity =
        former.orElseGet(() ->
            new UserEntity(
                user.name(),
                freeSlug(user.name()),
                user.displayName(),
                user.emailAddress(),
                user.type()));
    former.ifPresent(it -> it.revive(user.name(), user.displayName(), user.emailAddress()));
    User created = save(entity, user.name());
    confirm(created);
    events.publishEvent(new AuditableChange("user.created", created.name()));
    return created;
  }

  /**
   * Renames a user; what is remembered of the credentials is void.
   *
   * @throws InvalidFieldException if the name breaks its rule
   * @throws AlreadyExistsException if another user has or had the name
   */
  @Transactional
  public User rename(User user, String newName) {
    NameRules.checkUserName(newName);
    UserEntity entity = load(user);
    String slug = NameRules.slugOf(newName);
    entity.rename(newName, slug.equals(user.slug()) ? slug : freeSlug(newName));
    User renamed = save(entity, newName);
    events.publishEvent(
        new AuditableChange("user.renamed", newName, Map.of("former name", user.name())));
    events.publishEvent(new UserRenamed(user, renamed));
    return renamed;
  }

  /**
   * Changes how a user is shown and written to, as an administrator says: the address counts as
   * confirmed unless it is for somebody else already, and the former one no more.
   *
   * @throws InvalidFieldException if a value breaks its rule
   */
  @Transactional
  public User describe(User user, String displayName, @Nullable String emailAddress) {
    NameRules.checkDisplayName(displayName);
    if (emailAddress != null) {
      NameRules.checkEmailAddress(emailAddress);
    }
    UserEntity entity = load(user);
    String former = entity.toUser().emailAddress();
    entity.describe(displayName, emailAddress);
    User changed = save(entity, user.name());
    if (former != null && !former.equalsIgnoreCase(emailAddress)) {
      jdbc.sql("delete from user_email_address where user_id = ? and lower(address) = lower(?)")
          .params(user.id(), former)
          .update();
    }
    confirm(changed);
    tellOfAddress(changed, former);
    events.publishEvent(new AuditableChange("user.changed", user.name()));
    return changed;
  }

  /**
   * Changes how a user is shown.
   *
   * @throws InvalidFieldException if the name breaks its rule
   */
  @Transactional
  public User describe(User user, String displayName) {
    NameRules.checkDisplayName(displayName);
    UserEntity entity = load(user);
    entity.describe(displayName, entity.toUser().emailAddress());
    User changed = save(entity, user.name());
    events.publishEvent(new AuditableChange("user.changed", user.name()));
    return changed;
  }

  /** Has mail go to an address that the user has confirmed, or to none. */
  @Transactional
  User useAddress(User user, @Nullable String emailAddress) {
    UserEntity entity = load(user);
    User before = entity.toUser();
    entity.describe(before.displayName(), emailAddress);
    User changed = save(entity, user.name());
    jdbc.sql(
            """
            update user_email_address set becomes_primary = false
             where user_id = ? and becomes_primary
            """)
        .param(user.id())
        .update();
    tellOfAddress(changed, before.emailAddress());
    events.publishEvent(new AuditableChange("user.changed", user.name()));
    return changed;
  }

  /** Two at once that confirm one address for different users wait for each other at the index. */
  private void confirm(User user) {
    String address = user.emailAddress();
    if (address == null || address.isBlank()) {
      return;
    }
    jdbc.sql(
            """
            delete from user_email_address
             where user_id = ? and (becomes_primary or lower(address) = lower(?))
               and confirmed_at is null
            """)
        .params(user.id(), address)
        .update();
    jdbc.sql(
            """
            insert into user_email_address (user_id, address, confirmed_at) values (?, ?, now())
            on conflict do nothing
            """)
        .params(user.id(), address)
        .update();
  }

  private void tellOfAddress(User user, @Nullable String former) {
    if (former != null && !former.isBlank() && !former.equalsIgnoreCase(user.emailAddress())) {
      events.publishEvent(new EmailAddressChanged(user, former));
    }
  }

  /** Lets a user in again, or shuts them out at once on every node. */
  @Transactional
  public User activate(User user, boolean active) {
    UserEntity entity = load(user);
    entity.activate(active);
    User changed = save(entity, user.name());
    events.publishEvent(new GrantsChanged());
    events.publishEvent(
        new AuditableChange(active ? "user.activated" : "user.deactivated", user.name()));
    return changed;
  }

  /**
   * Voids what any node remembers of the user's credentials, and the user's sessions.
   *
   * @return the user with the stamp under which they begin anew
   */
  @Transactional
  public User voidCredentials(User user) {
    UserEntity entity = load(user);
    entity.voidCredentials();
    return store.saveAndFlush(entity).toUser();
  }

  /**
   * Removes a user with password, groups, permissions, keys and tokens: each goes by who keeps it,
   * on {@link UserDeleted}. What the user wrote stays.
   */
  @Transactional
  public void delete(User user) {
    UserEntity entity = load(user);
    entity.delete();
    store.saveAndFlush(entity);
    jdbc.sql("delete from group_membership where user_id = ?").param(user.id()).update();
    jdbc.sql("delete from user_setting where user_id = ?").param(user.id()).update();
    jdbc.sql("delete from user_email_address where user_id = ?").param(user.id()).update();
    events.publishEvent(new GrantsChanged());
    events.publishEvent(new UserDeleted(user));
    events.publishEvent(new AuditableChange("user.deleted", user.name()));
  }

  private UserEntity load(User user) {
    return store
        .findByIdAndDeletedFalse(user.id())
        .orElseThrow(() -> new UnknownUserException(user.name()));
  }

  private User save(UserEntity entity, String name) {
    try {
      return store.saveAndFlush(entity).toUser();
    } catch (DataIntegrityViolationException e) {
      throw (AlreadyExistsException) alreadyThere(name).initCause(e);
    }
  }

  private String freeSlug(String name) {
    String slug = NameRules.slugOf(name);
    String candidate = slug;
    for (int number = 1; store.existsBySlug(candidate); number++) {
      candidate = slug + number;
    }
    return candidate;
  }

  private static AlreadyExistsException alreadyThere(String name) {
    return new AlreadyExistsException("name", "There is a user named '" + name + "' already.");
  }
}
