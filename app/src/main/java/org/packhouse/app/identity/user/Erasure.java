package org.packhouse.app.identity.user;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Makes deleted users unknown: name, address and what else tells who they were goes from every row;
 * what they did stays, under a name that says nothing. Commits are as they were made. Asks no
 * permission.
 */
@Service
public class Erasure {

  private static final int CONFLICT = 409;
  private static final int SUFFIX_BYTES = 6;

  private final UserStore store;
  private final JdbcClient jdbc;
  private final ApplicationEventPublisher events;
  private final SecureRandom random = new SecureRandom();

  Erasure(UserStore store, JdbcClient jdbc, ApplicationEventPublisher events) {
    this.store = store;
    this.jdbc = jdbc;
    this.events = events;
  }

  /**
   * Refuses what cannot be erased.
   *
   * @throws UnknownUserException if there never was a user of that name
   * @throws RestException 409 if the user is not deleted
   */
  @Transactional(readOnly = true)
  public void check(String name) {
    find(name);
  }

  /**
   * Makes a deleted user unknown.
   *
   * @return the name that is there instead
   * @throws UnknownUserException if there never was a user of that name
   * @throws RestException 409 if the user is not deleted
   */
  @Transactional
  public String erase(String name) {
    UserEntity entity = find(name);
    Set<String> former = formerNames(entity.toUser());
    Set<String> keys = new LinkedHashSet<>(List.of("~" + entity.toUser().slug()));
    former.forEach(it -> keys.add("~" + NameRules.slugOf(it)));
    byte[] suffix = new byte[SUFFIX_BYTES];
    random.nextBytes(suffix);
    String identifier = "user-" + HexFormat.of().formatHex(suffix);
    entity.erase(identifier);
    User after = store.saveAndFlush(entity).toUser();
    jdbc.sql("update users set last_authenticated_at = null where id = ?")
        .param(after.id())
        .update();
    jdbc.sql("delete from login_failure where name = any(?)")
        .param(former.stream().map(it -> it.toLowerCase(Locale.ROOT)).toArray(String[]::new))
        .update();
    events.publishEvent(new UserErased(former, keys, after));
    events.publishEvent(new AuditableChange("user.erased", identifier));
    return identifier;
  }

  private UserEntity find(String name) {
    UserEntity entity =
        store.findByNameEvenIfDeleted(name).orElseThrow(() -> new UnknownUserException(name));
    if (!entity.isDeleted()) {
      throw new RestException(
          CONFLICT,
          ExceptionName.INTEGRITY,
          "The user %s can be erased once it is deleted.".formatted(entity.toUser().name()));
    }
    return entity;
  }

  /** Follows the renamings back; a name that somebody else took since is left alone. */
  private Set<String> formerNames(User user) {
    Set<String> names = new LinkedHashSet<>(List.of(user.name()));
    int known = 0;
    while (known < names.size()) {
      known = names.size();
      names.addAll(
          jdbc.sql(
                  """
                  select distinct e.details ->> 'former name' as name from audit_event e
                   where e.action = 'user.renamed' and e.subject = any(?)
                     and not exists (select 1 from users u
                                      where lower(u.name) = lower(e.details ->> 'former name'))
                  """)
              .param(names.toArray(String[]::new))
              .query((row, _) -> row.getString("name"))
              .list());
    }
    return names;
  }
}
