package org.packhouse.app.identity.user;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Erases deleted users: personal data is replaced in every row by a random name; commits are not
 * changed. Asks no permission.
 */
@Service
public class Erasure {

  private static final int SUFFIX_BYTES = 6;

  private final UserStore store;
  private final ApplicationEventPublisher events;
  private final SecureRandom random = new SecureRandom();

  Erasure(@Lazy UserStore store, ApplicationEventPublisher events) {
    this.store = store;
    this.events = events;
  }

  /** Refuses what cannot be erased: users that never were, or are not deleted. */
  @Transactional(readOnly = true)
  public void check(String name) {
    find(name);
  }

  /** Erases a deleted user, and returns the new name. */
  @Transactional
  public String erase(String name) {
    UserEntity entity = find(name);
    Set<String> former = formerNames(entity);
    Set<String> keys = new LinkedHashSet<>(List.of("~" + entity.toUser().slug()));
    former.forEach(it -> keys.add("~" + NameRules.slugOf(it)));
    byte[] suffix = new byte[SUFFIX_BYTES];
    random.nextBytes(suffix);
    String identifier = "user-" + HexFormat.of().formatHex(suffix);
    entity.erase(identifier);
    User after = store.saveAndFlush(entity).toUser();
    events.publishEvent(new UserErased(former, keys, after));
    events.publishEvent(new AuditableChange("user.erased", identifier));
    return identifier;
  }

  private UserEntity find(String name) {
    UserEntity entity =
        store.findByNameEvenIfDeleted(name).orElseThrow(() -> new UnknownUserException(name));
    if (!entity.isDeleted()) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "The user %s can be erased once it is deleted.".formatted(entity.toUser().name()));
    }
    return entity;
  }

  /** Leaves out names that another user has taken since. */
  private Set<String> formerNames(UserEntity entity) {
    Set<String> names = new LinkedHashSet<>(List.of(entity.toUser().name()));
    entity.formerNames().stream()
        .filter(name -> store.findByNameEvenIfDeleted(name).isEmpty())
        .forEach(names::add);
    return names;
  }
}
