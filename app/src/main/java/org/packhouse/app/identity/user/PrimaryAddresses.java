package org.packhouse.app.identity.user;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Changes a user's primary e-mail address for the user, once the new one is confirmed; asks no
 * permission.
 */
@Service
public class PrimaryAddresses {

  private static final String FIELD = "emailAddress";

  private final JdbcClient sql;
  private final Accounts accounts;
  private final OtherAddresses addresses;
  private final AddressConfirmation confirmation;

  PrimaryAddresses(
      JdbcClient sql,
      Accounts accounts,
      OtherAddresses addresses,
      AddressConfirmation confirmation) {
    this.sql = sql;
    this.accounts = accounts;
    this.addresses = addresses;
    this.confirmation = confirmation;
  }

  /** Returns whether the user has a primary address that is confirmed. */
  public boolean isConfirmed(User user) {
    String address = user.emailAddress();
    return address != null && isConfirmed(user, address);
  }

  public boolean isConfirmed(User user, String address) {
    return addresses.confirmedOf(user).contains(address);
  }

  /** Returns the address that becomes primary once it is confirmed. */
  public Optional<String> pendingOf(User user) {
    return sql.sql(
            """
            select address from user_email_address
             where user_id = ? and becomes_primary and confirmed_at is null
            """)
        .param(user.id())
        .query(String.class)
        .optional();
  }

  /**
   * Changes display name and primary address: at once if the address is confirmed, else when the
   * link mailed there is opened. The former address stays confirmed.
   *
   * @param address null: none
   */
  @Transactional
  public User describe(User user, String displayName, @Nullable String address) {
    return use(
        displayName.equals(user.displayName()) ? user : accounts.describe(user, displayName),
        address);
  }

  private User use(User user, @Nullable String address) {
    if (address == null) {
      return accounts.useAddress(user, null);
    }
    EmailAddresses.check(FIELD, address);
    addresses.lockFor(user);
    if (addresses.confirmedOf(user).contains(address)) {
      return accounts.useAddress(user, address);
    }
    if (!confirmation.canSend(user)) {
      throw new InvalidFieldException(
          FIELD,
          "No link to confirm %s can be mailed, as this server has no mail server: ask an administrator to set the address."
              .formatted(InvalidFieldException.quote(address)));
    }
    confirmation.send(user, addresses.addPrimary(user, address));
    return user;
  }
}
