package org.packhouse.app.identity.user;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Changes the e-mail address that a user's mail goes to, for the user; asks no permission. It
 * becomes another one when the user has confirmed that; until then nothing changes. What an
 * administrator sets ({@link Accounts#describe(User, String, String)}) needs no confirmation.
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

  /** Whether the address that mail goes to is known to be the user's; not if there is none. */
  public boolean isConfirmed(User user) {
    String address = user.emailAddress();
    return address != null && isConfirmed(user, address);
  }

  /** Whether an address is known to be the user's. */
  public boolean isConfirmed(User user, String address) {
    return addresses.confirmedOf(user).contains(address);
  }

  /** The address that becomes the user's once it is confirmed. */
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
   * Changes how a user is shown, and has mail go to another address: at once if it is none or one
   * that the user has confirmed, else when the link is opened that is mailed there. The former
   * address stays confirmed.
   *
   * @param address one that is not confirmed has a link mailed there, also if it is the present
   *     one; null: none
   * @return the user as of now
   * @throws InvalidFieldException if the name breaks its rule, or the address is none, or needs a
   *     confirmation and no link can be mailed
   * @throws AlreadyExistsException if it is confirmed for somebody else
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
