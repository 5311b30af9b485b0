package org.packhouse.app.source.commit;

import java.time.Instant;
import java.time.ZoneOffset;
import org.packhouse.hooks.Ident;

/** An author or committer, with the offset that the commit records. */
public record Person(String name, String email, Instant when, ZoneOffset zone) {

  // A header line can be as long as a commit; e-mail addresses have at most 254 (RFC 5321).
  private static final int MAX_LENGTH = 1000;

  static Person of(Ident ident) {
    return new Person(
        TextCut.to(MAX_LENGTH, ident.name()),
        TextCut.to(MAX_LENGTH, ident.email()),
        ident.when(),
        ident.zone());
  }
}
