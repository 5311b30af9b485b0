package org.packhouse.app.notice.webhook;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.notice.webhook.Delivery.Attempt;
import org.packhouse.app.notice.webhook.Delivery.State;
import org.packhouse.app.platform.outbound.WebAddress;
import org.springframework.stereotype.Component;

/** Tests whether a receiver can be reached. */
@Component
public class Pings {

  private static final String BODY = "{\"test\":true}";

  private final Sender sender;

  Pings(Sender sender) {
    this.sender = sender;
  }

  public record Ping(
      String url, String event, UUID requestId, String body, State state, Attempt attempt) {}

  /**
   * Sends {@code diagnostics:ping} once, unsigned, to {@code url} or else the webhook's own URL;
   * the webhook's stored user name and password go only to the webhook's own receiver.
   *
   * @param stored null: the webhook is not created yet
   * @param credentials null: the webhook's; without a password: the webhook's for the same user
   */
  public Ping ping(
      @Nullable Webhook stored,
      @Nullable String url,
      @Nullable Boolean verifiesTls,
      WebhookValues.@Nullable Credentials credentials) {
    Sender.Address own = stored == null ? null : sender.address(stored);
    String to = url == null && own != null ? own.url() : url;
    WebAddress parsed = ReceiverUrl.parse(to);
    Sender.Address known =
        own != null && parsed.isAtTheSame(ReceiverUrl.parse(own.url())) ? own : null;
    String username = credentials == null ? null : credentials.username();
    String password = credentials == null ? null : credentials.password();
    if (known != null && credentials == null) {
      username = known.username();
      password = known.password();
    } else if (known != null
        && password == null
        && username != null
        && username.equals(known.username())) {
      password = known.password();
    }
    boolean verifies = verifiesTls == null ? known == null || known.verifiesTls() : verifiesTls;
    Sender.Address address =
        new Sender.Address(String.valueOf(to).strip(), verifies, null, username, password);
    UUID id = UUID.randomUUID();
    String event = WebhookEvent.PING.key();
    Attempt attempt = sender.send(address, event, id, BODY);
    State state =
        attempt.response() == null
            ? State.ERROR
            : attempt.response().isSuccess() ? State.SUCCESS : State.FAILURE;
    return new Ping(address.url(), event, id, BODY, state, attempt);
  }
}
