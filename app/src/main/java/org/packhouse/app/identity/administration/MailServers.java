package org.packhouse.app.identity.administration;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.setup.SecretStore;
import org.packhouse.app.identity.setup.StoredSettings;
import org.packhouse.app.identity.user.AuditableChange;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/** The mail server and the sender address; asks no permission. The password is stored encrypted. */
@Service
public class MailServers {

  private static final String SERVER = "mail.server";
  private static final String PASSWORD = "mail.password";
  private static final String SENDER = "mail.sender-address";

  private final StoredSettings stored;
  private final SecretStore secrets;
  private final JsonMapper json;
  private final ApplicationEventPublisher events;

  MailServers(
      StoredSettings stored,
      SecretStore secrets,
      JsonMapper json,
      ApplicationEventPublisher events) {
    this.stored = stored;
    this.secrets = secrets;
    this.json = json;
    this.events = events;
  }

  @Transactional(readOnly = true)
  public Optional<MailServer> find() {
    return stored.read(SERVER).map(text -> json.readValue(text, MailServer.class));
  }

  @Transactional(readOnly = true)
  public Optional<String> password() {
    return secrets.read(PASSWORD);
  }

  @Transactional(readOnly = true)
  public Optional<String> senderAddress() {
    return stored.read(SENDER);
  }

  /**
   * Sets the mail server.
   *
   * @param password null: the present one is kept for the same host, port and user only
   */
  @Transactional
  public void set(MailServer server, @Nullable String password) {
    Optional<MailServer> before = find();
    stored.write(SERVER, json.writeValueAsString(server));
    boolean same =
        before.isPresent()
            && before.get().hostname().equalsIgnoreCase(server.hostname())
            && before.get().port() == server.port()
            && server.username() != null
            && server.username().equals(before.get().username());
    if (password != null) {
      secrets.write(PASSWORD, password);
    } else if (!same) {
      secrets.remove(PASSWORD);
    }
    tell("mail-server.changed", server.hostname() + ":" + server.port());
  }

  @Transactional
  public void setSenderAddress(String address) {
    stored.write(SENDER, address);
    tell("mail-server.sender-changed", address);
  }

  @Transactional
  public void remove() {
    stored.remove(SERVER);
    secrets.remove(PASSWORD);
    tell("mail-server.removed", "none");
  }

  @Transactional
  public void removeSenderAddress() {
    stored.remove(SENDER);
    tell("mail-server.sender-changed", "none");
  }

  private void tell(String action, String value) {
    events.publishEvent(new AuditableChange(action, "mail server", Map.of("value", value)));
  }
}
