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
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Further e-mail addresses of users; asks no permission. An address counts once it is confirmed,
 * for one user only. Audit rows do not name it, so that an erased user leaves no trace.
 */
@Service
public class OtherAddresses {

  private static final RowMapper<OtherAddress> ADDRESS =
      new SimplePropertyRowMapper<>(OtherAddress.class);

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

  /** Lists the further addresses of a user, by address. */
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
        .query(ADDRESS)
        .list();
  }

  /** Returns all confirmed addresses of a user. */
  public Set<String> confirmedOf(User user) {
    return confirmedOf(List.of(user.id())).getOrDefault(user.id(), Set.of());
  }

  /** Returns all confirmed addresses of users, in one statement. */
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

  public Optional<OtherAddress> find(User user, long id) {
    return of(user).stream().filter(it -> it.id() == id).findFirst();
  }

  /**
   * Adds an address; one that is not confirmed waits for {@link #confirm}.
   *
   * @throws AlreadyExistsException if the user has it, or it is confirmed for another user
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
   * Records an address that becomes primary once it is confirmed, in place of another one.
   *
   * @throws AlreadyExistsException if it is confirmed for any user
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

  /** Locks a user's addresses in the transaction: parallel additions could exceed a limit. */
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

  /** Removes a further address; returns false if there is none. */
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

  /** Records the hash of the token that confirms an address; false if it does not wait for one. */
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

  /** Returns the address that a token confirms; empty if it is not the user's, used or expired. */
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
   * Confirms an address by its token, once, and makes it primary if so recorded.
   *
   * @throws AlreadyExistsException if it was confirmed for another user meanwhile
   */
  @Transactional
  public Optional<OtherAddress> confirm(User user, byte[] hash) {
    Optional<OtherAddress> confirmed = findByToken(user, hash).filter(this::setConfirmed);
    confirmed.ifPresent(it -> {
      events.publishEvent(new AuditableChange("user.email-address-confirmed", user.name()));
      if (it.becomesPrimary()) {
        accounts.useAddress(user, it.address());
      }
    });
    return confirmed.map(it -> new OtherAddress(it.id(), it.address(), true, it.becomesPrimary()));
  }

  private boolean setConfirmed(OtherAddress awaited) {
    try {
      return sql.sql(
                  """
                  update user_email_address
                     set confirmed_at = now(), token_hash = null, expires_at = null
                   where id = ? and confirmed_at is null
                  """)
              .param(awaited.id())
              .update()
          > 0;
    } catch (DuplicateKeyException e) {
      throw (AlreadyExistsException) taken(FIELD, awaited.address()).initCause(e);
    }
  }
}
