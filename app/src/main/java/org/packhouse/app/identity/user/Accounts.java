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
 * Creates, changes and deletes users; asks no permission. Each method is one transaction, or joins
 * the caller's.
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

  /** Returns all violations of the rules for new users. */
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
   * Creates a user. The name of a deleted user revives that account with nothing but its history.
   *
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
   * Renames a user, and voids remembered credentials.
   *
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
   * Changes a user for an administrator; the address counts as confirmed unless it is another
   * user's.
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

  @Transactional
  public User describe(User user, String displayName) {
    NameRules.checkDisplayName(displayName);
    UserEntity entity = load(user);
    entity.describe(displayName, entity.toUser().emailAddress());
    User changed = save(entity, user.name());
    events.publishEvent(new AuditableChange("user.changed", user.name()));
    return changed;
  }

  /** Sets the e-mail address to a confirmed one, or to none. */
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

  /** Users who confirm the same address at once wait for each other at the unique index. */
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

  /** Activates or deactivates a user, on every node at once. */
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

  /** Voids remembered credentials and sessions; returns the user with the new stamp. */
  @Transactional
  public User voidCredentials(User user) {
    UserEntity entity = load(user);
    entity.voidCredentials();
    return store.saveAndFlush(entity).toUser();
  }

  /** Deletes a user. Features delete the user's own rows on {@link UserDeleted}. */
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
