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

/**
 * Tells the audit trail who came in, who did not, and from where credentials are used for the first
 * time. What a program does all day with a credential that it had yesterday leaves no row.
 */
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

  /** A browser's session has begun, by the form or by a remembered sign-in. */
  public void sessionBegun(User user, String by, String remoteAddress) {
    tell(
        new AuditableSignIn("sign-in.session", user, user.name(), remoteAddress, Map.of("by", by)));
  }

  /** The right password has come from an address that is new for the user. */
  public void newAddress(User user, String network) {
    tell(new AuditableSignIn("sign-in.new-address", user, user.name(), network, Map.of()));
  }

  /** A password was wrong. Names that nobody has may be anything, passwords too. */
  public void refused(@Nullable User named, String network) {
    String subject = named == null ? "a name that nobody has" : named.name();
    tell(new AuditableSignIn("sign-in.refused", null, subject, network, Map.of()));
  }

  /** A token is used from an address where it was not seen yet. */
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

  /** Forgets addresses of a season ago. */
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
