package org.packhouse.app.hosting.project;

import java.util.Locale;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserErased;
import org.packhouse.app.identity.user.UserRenamed;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Renames the key of a personal project when its owner is renamed or erased. */
@Component
class PersonalProjectKeys {

  private final ProjectStore store;
  private final ProjectAliases aliases;
  private final PermissionStamp stamp;
  private final ApplicationEventPublisher events;

  PersonalProjectKeys(
      @Lazy ProjectStore store,
      ProjectAliases aliases,
      PermissionStamp stamp,
      ApplicationEventPublisher events) {
    this.store = store;
    this.aliases = aliases;
    this.stamp = stamp;
    this.events = events;
  }

  static String of(User owner) {
    return "~" + owner.slug().toUpperCase(Locale.ROOT);
  }

  /** Keeps the project and its repositories, and drops every alias of the former key. */
  @EventListener
  void on(UserErased event) {
    store
        .findByOwnerId(event.after().id())
        .ifPresent(entity -> {
          Project before = entity.toProject();
          String key = of(event.after());
          entity.rename(key, event.after().displayName());
          entity.describe(null);
          store.flush();
          aliases.removeAll(before.id());
          events.publishEvent(new PersonalKeyErased(before.key(), key));
          stamp.raise();
        });
  }

  @EventListener
  void on(UserRenamed event) {
    String key = of(event.after());
    store
        .findByOwnerId(event.after().id())
        .filter(entity -> !entity.toProject().key().equals(key))
        .ifPresent(entity -> {
          Project before = entity.toProject();
          aliases.remove(key);
          aliases.add(before.key(), before.id());
          entity.rename(key, event.after().displayName());
          store.flush();
          stamp.raise();
        });
  }
}
