package org.packhouse.app.notice.webhook;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.notice.webhook.Delivery.Attempt;
import org.packhouse.app.notice.webhook.Delivery.State;
import org.packhouse.app.platform.outbound.WebAddress;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.stereotype.Component;

/** Tries whether a receiver is there. */
@Component
public class Pings {

  private static final String BODY = "{\"test\":true}";

  private final Sender sender;

  Pings(Sender sender) {
    this.sender = sender;
  }

  /**
   * Sends {@code diagnostics:ping} once and waits for what comes of it. What is secret about a
   * webhook goes to its own receiver alone.
   *
   * @param stored the webhook that is tried; null: one that is not there yet
   * @param url null: its own
   * @param verifiesTls null: as the webhook does, or yes
   * @param credentials null: its own, or none; without a password: its own one, for the same user
   * @throws InvalidFieldException if there is no URL, or none that a receiver can have
   */
  public PingView ping(
      @Nullable Webhook stored,
      @Nullable String url,
      @Nullable Boolean verifiesTls,
      WebhookBody.@Nullable CredentialsBody credentials) {
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
    return new PingView(
        InvocationView.RequestView.of(address.url(), event, id, BODY),
        InvocationView.ResultView.of(state, attempt));
  }
}
