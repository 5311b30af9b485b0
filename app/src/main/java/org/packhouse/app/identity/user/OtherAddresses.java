package org.packhouse.app.identity.user;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.platform.rest.InvalidFieldException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Keeps the e-mail addresses of users beside the one that mail goes to; asks no permission. Anybody
 * may name any address, so it counts once it is confirmed, and for one user alone. The audit log
 * says that one came or went, not which: a user who is erased would stand there for good.
 */
@Service
public class OtherAddresses {

  /** Addresses of a user at most. */
  public static final int MAX = 20;

  private static final String FIELD = "address";

  private final JdbcClient sql;
  private final ApplicationEventPublisher events;

  OtherAddresses(JdbcClient sql, ApplicationEventPublisher events) {
    this.sql = sql;
    this.events = events;
  }

  /** Those of a user, by their letters. */
  public List<OtherAddress> of(User user) {
    return sql.sql(
            """
            select id, address, confirmed_at is not null as confirmed from user_email_address
             where user_id = ? order by lower(address)
            """)
        .param(user.id())
        .query((row, _) -> address(row))
        .list();
  }

  private static OtherAddress address(ResultSet row) throws SQLException {
    return new OtherAddress(
        row.getLong("id"), row.getString("address"), row.getBoolean("confirmed"));
  }

  /** Those that are confirmed. */
  public List<String> confirmedOf(User user) {
    return of(user).stream().filter(OtherAddress::confirmed).map(OtherAddress::address).toList();
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
    takeTurn(user);
    if (of(user).size() >= MAX) {
      throw new InvalidFieldException(
          FIELD, "A user has at most %d further addresses.".formatted(MAX));
    }
    if (isTaken(address)) {
      throw taken(address);
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
      return new OtherAddress(id, address, confirmed);
    } catch (DuplicateKeyException e) {
      throw (AlreadyExistsException)
          new AlreadyExistsException(FIELD, address + " is there already.").initCause(e);
    }
  }

  /**
   * Waits until nobody else is about a user's addresses, and has them wait until the transaction
   * ends: two at once would pass a limit together.
   */
  @Transactional(propagation = Propagation.MANDATORY)
  public void takeTurn(User user) {
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

  private static AlreadyExistsException taken(String address) {
    return new AlreadyExistsException(FIELD, address + " is confirmed for an account already.");
  }

  /** Removes one of a user's; whether it was there. */
  @Transactional
  public boolean remove(User user, long id) {
    boolean removed =
        sql.sql("delete from user_email_address where user_id = ? and id = ?")
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
  public boolean await(User user, String address, byte[] hash, Duration life) {
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
  public Optional<OtherAddress> awaited(User user, byte[] hash) {
    return sql.sql(
            """
            select id, address, false as confirmed from user_email_address
             where user_id = ? and token_hash = ? and expires_at > now() and confirmed_at is null
            """)
        .params(user.id(), hash)
        .query((row, _) -> address(row))
        .optional();
  }

  /**
   * Confirms the address that a token is for, once.
   *
   * @return the address; none if the token confirms nothing of that user
   * @throws AlreadyExistsException if it was confirmed for somebody else meanwhile
   */
  @Transactional
  public Optional<OtherAddress> confirm(User user, byte[] hash) {
    Optional<OtherAddress> awaited = awaited(user, hash);
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
        throw (AlreadyExistsException) taken(it.address()).initCause(e);
      }
      events.publishEvent(new AuditableChange("user.email-address-confirmed", user.name()));
    });
    return awaited.map(it -> new OtherAddress(it.id(), it.address(), true));
  }
}
