package org.packhouse.app.notice.notification;

import java.util.Optional;
import org.packhouse.app.identity.setup.SecretStore;
import org.packhouse.app.platform.node.ServerAddress;
import org.springframework.stereotype.Component;

/** Encrypted links that end mails about a pull request for a user, without signing in. */
@Component
public class UnsubscribeLinks {

  private static final String NAME = "unsubscribe";
  private static final int MAX_LENGTH = 500;

  private final SecretStore secrets;
  private final ServerAddress server;

  UnsubscribeLinks(SecretStore secrets, ServerAddress server) {
    this.secrets = secrets;
    this.server = server;
  }

  public record Target(long userId, long pullRequestId) {}

  String to(long userId, long pullRequestId) {
    String sealed = secrets.seal(NAME, userId + " " + pullRequestId);
    return server.baseUrl()
        + "/unsubscribe?token="
        + sealed.replace('+', '-').replace('/', '_').replace(":", "~").replace("=", "");
  }

  /** Returns the content of a token; empty: it is not valid. */
  public Optional<Target> read(String token) {
    if (token.length() > MAX_LENGTH || !token.matches("v1~[A-Za-z0-9_-]+")) {
      return Optional.empty();
    }
    try {
      String sealed = token.replace('-', '+').replace('_', '/').replace("~", ":");
      String[] ids = secrets.open(NAME, sealed).split(" ", 2);
      return Optional.of(new Target(Long.parseLong(ids[0]), Long.parseLong(ids[1])));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }
}
