package org.packhouse.app.identity.mail;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.administration.MailServer;
import org.packhouse.app.identity.administration.MailServers;
import org.packhouse.app.platform.node.ServerAddress;
import org.springframework.stereotype.Component;

/** Connects to the mail server that is set. */
@Component
class MailAccount {

  /** A reachable server accepts within a round trip, and lost packets are repeated within 7 s. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /** The longest silence. Some servers greet late on purpose, to deter spam. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final MailServers servers;
  private final ServerAddress address;

  MailAccount(MailServers servers, ServerAddress address) {
    this.servers = servers;
    this.address = address;
  }

  /** A mail server, the address that mails are from, and this host's name, for message ids. */
  record Account(
      MailServer server, @Nullable String password, String sender, String host, Session session) {

    Transport connect() throws MessagingException {
      Transport transport = session.getTransport(protocol(server));
      try {
        transport.connect(server.hostname(), server.port(), server.username(), password);
        return transport;
      } catch (MessagingException e) {
        transport.close();
        throw e;
      }
    }
  }

  Optional<Account> find() {
    Optional<MailServer> server = servers.find();
    Optional<String> sender = servers.senderAddress();
    if (server.isEmpty() || sender.isEmpty()) {
      return Optional.empty();
    }
    String host = host();
    String password = server.get().username() == null ? null : servers.password().orElse("");
    Session session = Session.getInstance(properties(server.get(), sender.get(), host));
    return Optional.of(new Account(server.get(), password, sender.get(), host, session));
  }

  private String host() {
    String host = URI.create(address.baseUrl()).getHost();
    return host == null || host.startsWith("[") ? "localhost" : host;
  }

  private Properties properties(MailServer server, String sender, String host) {
    String prefix = "mail." + protocol(server) + ".";
    Properties properties = new Properties();
    properties.setProperty(prefix + "connectiontimeout", millis(CONNECT_TIMEOUT));
    properties.setProperty(prefix + "timeout", millis(TIMEOUT));
    properties.setProperty(prefix + "writetimeout", millis(TIMEOUT));
    properties.setProperty(prefix + "auth", Boolean.toString(server.username() != null));
    properties.setProperty(prefix + "starttls.enable", Boolean.toString(server.useStartTls()));
    properties.setProperty(
        prefix + "starttls.required", Boolean.toString(server.requireStartTls()));
    properties.setProperty(prefix + "ssl.checkserveridentity", "true");
    properties.setProperty(prefix + "localhost", host);
    properties.setProperty(prefix + "from", sender);
    // A bounce names what failed, and does not send it back.
    properties.setProperty(prefix + "dsn.ret", "HDRS");
    return properties;
  }

  private static String protocol(MailServer server) {
    return switch (server.protocol()) {
      case SMTP -> "smtp";
      case SMTPS -> "smtps";
    };
  }

  private static String millis(Duration duration) {
    return Long.toString(duration.toMillis());
  }
}
