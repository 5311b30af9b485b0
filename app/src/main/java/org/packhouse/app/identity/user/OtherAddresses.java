package org.packhouse.app.identity.user;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Keeps the e-mail addresses of users beside the one that mail goes to, and of that one whether it
 * is confirmed; asks no permission. Anybody may name any address, so it counts once it is
 * confirmed, and for one user alone. The audit log says that one came or went, not which: a user
 * who is erased would stand there for good.
 */
@Service
public class OtherAddresses {

  /** Addresses of a user at most. */
  public static final int MAX = 20;

  private static final String FIELD = "address";

  private final JdbcClient sql;
  private final Accounts accounts;
  private final ApplicationEventPublisher events;

  OtherAddresses(JdbcClient sql, Accounts accounts, ApplicationEventPublisher events) {
    this.sql = sql;
    this.accounts = accounts;
    this.events = events;
  }

  /** Those of a user, by their letters, without the one that mail goes to. */
  public List<OtherAddress> of(User user) {
    return sql.sql(
            """
            select a.id, a.address, a.confirmed_at is not null as confirmed, a.becomes_primary
              from user_email_address a
              join users u on u.id = a.user_id
             where a.user_id = ? and lower(a.address) <> lower(coalesce(u.email_address, ''))
             order by lower(a.address)
            """)
        .param(user.id())
        .query(OtherAddress.class)
        .list();
  }

  /** All that are confirmed, with the one that mail goes to. */
  public Set<String> confirmedOf(User user) {
    return confirmedOf(List.of(user.id())).getOrDefault(user.id(), Set.of());
  }

  /** All that are confirmed of users, in one statement, by the users' ids. */
  public Map<Long, Set<String>> confirmedOf(Collection<Long> userIds) {
    Map<Long, Set<String>> found = new HashMap<>();
    if (!userIds.isEmpty()) {
      sql.sql(
              """
              select user_id, address from user_email_address
               where user_id = any(?) and confirmed_at is not null
              """)
          .param(userIds.toArray(Long[]::new))
          .query(row -> {
            found
                .computeIfAbsent(
                    row.getLong("user_id"), _ -> new TreeSet<>(String.CASE_INSENSITIVE_ORDER))
                .add(row.getString("address"));
          });
    }
    return found;
  }

  /** One of a user's. */
  public Optional<OtherAddress> find(User user, long id) {
    return of(user).stream().filter(it -> it.id() == id).findFirst();
  }

  /**
   * Adds one.
   *
   * @param confirmed whether it counts from now on; else once {@link #confirm} is called
   * @throws InvalidFieldException if it is no address, or there are {@value #MAX} already
   * @throws AlreadyExistsException if the user has it, or it is confirmed for somebody else
   */
  @Transactional
  public OtherAddress add(User user, String address, boolean confirmed) {
    EmailAddresses.check(FIELD, address);
    if (address.equalsIgnoreCase(user.emailAddress())) {
      throw new AlreadyExistsException(FIELD, address + " is the address that mail goes to.");
    }
    lockFor(user);
    if (of(user).size() >= MAX) {
      throw tooMany(FIELD);
    }
    if (isTaken(address)) {
      throw taken(FIELD, address);
    }
    try {
      long id =
          sql.sql(
                  """
                  insert into user_email_address (user_id, address, confirmed_at)
                  values (?, ?, case when ? then now() end) returning id
                  """)
              .params(user.id(), address, confirmed)
              .query(Long.class)
              .single();
      events.publishEvent(new AuditableChange("user.email-address-added", user.name()));
      return new OtherAddress(id, address, confirmed, false);
    } catch (DuplicateKeyException e) {
      throw (AlreadyExistsException)
          new AlreadyExistsException(FIELD, address + " is there already.").initCause(e);
    }
  }

  /**
   * Notes an address that the user's mail goes to once it is confirmed, in place of the one noted
   * before.
   *
   * @throws InvalidFieldException if there are {@value #MAX} addresses already
   * @throws AlreadyExistsException if it is confirmed for somebody
   */
  @Transactional(propagation = Propagation.MANDATORY)
  public OtherAddress addPrimary(User user, String address) {
    List<OtherAddress> others = of(user);
    if (others.size() >= MAX
        && others.stream().noneMatch(it -> it.address().equalsIgnoreCase(address))) {
      throw tooMany("emailAddress");
    }
    if (isTaken(address)) {
      throw taken("emailAddress", address);
    }
    sql.sql(
            """
            delete from user_email_address
             where user_id = ? and becomes_primary and confirmed_at is null
               and lower(address) <> lower(?)
            """)
        .params(user.id(), address)
        .update();
    OtherAddress added =
        sql.sql(
                """
                insert into user_email_address (user_id, address, becomes_primary)
                values (?, ?, true)
                on conflict (user_id, lower(address)) do update set becomes_primary = true
                returning id, address, false as confirmed, becomes_primary
                """)
            .params(user.id(), address)
            .query(OtherAddress.class)
            .single();
    events.publishEvent(new AuditableChange("user.email-address-added", user.name()));
    return added;
  }

  private static InvalidFieldException tooMany(String field) {
    return new InvalidFieldException(
        field, "A user has at most %d further addresses.".formatted(MAX));
  }

  /**
   * Waits until nobody else is about a user's addresses, and has them wait until the transaction
   * ends: two at once would pass a limit together.
   */
  @Transactional(propagation = Propagation.MANDATORY)
  public void lockFor(User user) {
    sql.sql("select 1 from users where id = ? for update").param(user.id()).query().singleRow();
  }

  private boolean isTaken(String address) {
    return sql.sql(
            """
            select exists (select 1 from user_email_address
                            where lower(address) = lower(?) and confirmed_at is not null)
            """)
        .param(address)
        .query(Boolean.class)
        .single();
  }

  private static AlreadyExistsException taken(String field, String address) {
    return new AlreadyExistsException(field, address + " is confirmed for an account already.");
  }

  /** Removes one of a user's; whether it was there. */
  @Transactional
  public boolean remove(User user, long id) {
    boolean removed =
        sql.sql(
                    """
                    delete from user_email_address a using users u
                     where a.user_id = ? and a.id = ? and u.id = a.user_id
                       and lower(a.address) <> lower(coalesce(u.email_address, ''))
                    """)
                .params(user.id(), id)
                .update()
            > 0;
    if (removed) {
      events.publishEvent(new AuditableChange("user.email-address-removed", user.name()));
    }
    return removed;
  }

  /**
   * Notes the token by which its user confirms an address, in place of the one before.
   *
   * @param hash of the token, which is not kept
   * @return whether the address waits for it
   */
  public boolean expectToken(User user, String address, byte[] hash, Duration life) {
    return sql.sql(
                """
                update user_email_address
                   set token_hash = ?, expires_at = now() + make_interval(secs => ?)
                 where user_id = ? and lower(address) = lower(?) and confirmed_at is null
                """)
            .params(hash, life.toSeconds(), user.id(), address)
            .update()
        > 0;
  }

  /** The address that a token confirms; none if it is another user's, used or too old. */
  public Optional<OtherAddress> findByToken(User user, byte[] hash) {
    return sql.sql(
            """
            select id, address, false as confirmed, becomes_primary from user_email_address
             where user_id = ? and token_hash = ? and expires_at > now() and confirmed_at is null
            """)
        .params(user.id(), hash)
        .query(OtherAddress.class)
        .optional();
  }

  /**
   * Confirms the address that a token is for, once; mail goes there from now on if it was noted for
   * that.
   *
   * @return the address; none if the token confirms nothing of that user
   * @throws AlreadyExistsException if it was confirmed for somebody else meanwhile
   */
  @Transactional
  public Optional<OtherAddress> confirm(User user, byte[] hash) {
    Optional<OtherAddress> awaited = findByToken(user, hash);
    awaited.ifPresent(it -> {
      try {
        sql.sql(
                """
                update user_email_address
                   set confirmed_at = now(), token_hash = null, expires_at = null
                 where id = ? and confirmed_at is null
                """)
            .param(it.id())
            .update();
      } catch (DuplicateKeyException e) {
        throw (AlreadyExistsException) taken(FIELD, it.address()).initCause(e);
      }
      events.publishEvent(new AuditableChange("user.email-address-confirmed", user.name()));
      if (it.becomesPrimary()) {
        accounts.useAddress(user, it.address());
      }
    });
    return awaited.map(it -> new OtherAddress(it.id(), it.address(), true, it.becomesPrimary()));
  }
}
