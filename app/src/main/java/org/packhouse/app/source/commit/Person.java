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

  // A header line can be as long as a commit; e-mail addresses have at most 254 (RFC 5321).
  private static final int MAX_LENGTH = 1000;

  static Person of(PersonIdent ident) {
    return new Person(
        TextCut.to(MAX_LENGTH, ident.getName()),
        TextCut.to(MAX_LENGTH, ident.getEmailAddress()),
        ident.getWhenAsInstant(),
        ident.getZoneId());
  }
}
