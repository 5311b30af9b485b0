package org.packhouse.app.source.commit;

import java.time.Clock;
import java.time.ZoneOffset;
import org.eclipse.jgit.lib.PersonIdent;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.EmailAddresses;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.node.ServerAddress;
import org.springframework.stereotype.Component;

/** Builds author and committer of commits and tags that the server creates. */
@Component
public class CallerIdents {

  private final ServerAddress address;
  private final Clock clock;

  CallerIdents(ServerAddress address, Clock clock) {
    this.address = address;
    this.clock = clock;
  }

  /** Returns the caller with the current time; the e-mail address is never empty. */
  public PersonIdent of(Caller caller) {
    User user = caller.user();
    String baseUrl = address.baseUrl();
    return user == null
        ? ident(caller.name(), EmailAddresses.at(caller.name(), baseUrl))
        : ident(user.displayName(), EmailAddresses.of(user, baseUrl));
  }

  private PersonIdent ident(String name, String emailAddress) {
    return new PersonIdent(name, emailAddress, clock.instant(), ZoneOffset.UTC);
  }
}
