package org.packhouse.app.source.commit;

import java.time.Instant;
import java.time.ZoneId;
import org.eclipse.jgit.lib.PersonIdent;

/**
 * An author or committer, as the commit itself says.
 *
 * @param zone the offset that the commit carries
 */
public record Person(String name, String email, Instant when, ZoneId zone) {

  static Person of(PersonIdent ident) {
    return new Person(
        ident.getName(), ident.getEmailAddress(), ident.getWhenAsInstant(), ident.getZoneId());
  }
}
