package org.packhouse.app.identity.session;

import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.token.StoredToken;
import org.packhouse.app.identity.user.User;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Publishes sign-ins, refusals, and the first use of credentials from an address for the audit. */
@Component
public class SignInAudit {

  private static final Duration REMEMBERED = Duration.ofDays(90);

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final ApplicationEventPublisher events;
  private final Clock clock;

  SignInAudit(
      JdbcClient jdbc,
      TransactionTemplate transaction,
      ApplicationEventPublisher events,
      Clock clock) {
    this.jdbc = jdbc;
    this.transaction = transaction;
    this.events = events;
    this.clock = clock;
  }

  /** Records the start of a browser session by a way of signing in, such as {@code form}. */
  public void sessionBegun(User user, String by, String remoteAddress) {
    tell(
        new AuditableSignIn("sign-in.session", user, user.name(), remoteAddress, Map.of("by", by)));
  }

  /** Records the right password from an address that is new for the user. */
  public void newAddress(User user, String network) {
    tell(new AuditableSignIn("sign-in.new-address", user, user.name(), network, Map.of()));
  }

  /** Records a wrong password. Unknown names are not recorded, as passwords are typed there too. */
  public void refused(@Nullable User named, String network) {
    String subject = named == null ? "a name that nobody has" : named.name();
    tell(new AuditableSignIn("sign-in.refused", null, subject, network, Map.of()));
  }

  /** Records a token at its first use from an address. */
  public void tokenUsed(StoredToken token, @Nullable User user, String network) {
    transaction.executeWithoutResult(_ -> {
      int added =
          jdbc.sql(
                  """
                  insert into token_address (token_id, address, first_used_at) values (?, ?, ?)
                  on conflict do nothing
                  """)
              .params(token.id(), network, now())
              .update();
      if (added > 0) {
        events.publishEvent(
            new AuditableSignIn(
                "token.new-address", user, "access token " + token.id(), network, Map.of()));
      }
    });
  }

  /** Deletes addresses older than 90 days. */
  public void purge() {
    jdbc.sql("delete from token_address where first_used_at < ?")
        .param(now().minus(REMEMBERED))
        .update();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }

  private void tell(AuditableSignIn event) {
    transaction.executeWithoutResult(_ -> events.publishEvent(event));
  }
}
