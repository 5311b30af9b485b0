package org.packhouse.hooks.builtin;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.util.RawParseUtils;
import org.jspecify.annotations.Nullable;
import org.packhouse.hooks.Ident;

/**
 * A commit or tag, taken apart into its signature and what that is a signature of, as git does: of
 * a commit the header {@code gpgsig} is left out, of a tag its last lines.
 */
public final class SignedObject {

  private static final int MAX_SIGNATURE = 64 << 10;
  private static final String HEADER = "gpgsig ";
  private static final String[] BEGINNINGS = {
    "-----BEGIN PGP SIGNATURE-----",
    "-----BEGIN PGP MESSAGE-----",
    "-----BEGIN SSH SIGNATURE-----",
    "-----BEGIN SIGNED MESSAGE-----"
  };

  private final Ident by;
  private final ByteArrayOutputStream payload = new ByteArrayOutputStream();
  private final StringBuilder signature = new StringBuilder();
  private int signatures;

  private SignedObject(Ident by) {
    this.by = by;
  }

  /** Takes a commit apart whose body has been read. */
  public static SignedObject of(RevCommit commit) {
    SignedObject object = new SignedObject(Ident.committer(commit));
    byte[] raw = commit.getRawBuffer();
    int at = 0;
    boolean own = false;
    boolean other = false;
    while (at < raw.length && raw[at] != '\n') {
      int end = RawParseUtils.nextLF(raw, at);
      boolean goesOn = raw[at] == ' ';
      if (!goesOn) {
        own = begins(raw, at, HEADER);
        other = !own && begins(raw, at, "gpgsig");
        object.signatures += own ? 1 : 0;
      }
      if (own) {
        object.sign(raw, goesOn ? at + 1 : at + HEADER.length(), end);
      } else if (!other) {
        object.payload.write(raw, at, end - at);
      }
      at = end;
    }
    object.payload.write(raw, at, raw.length - at);
    return object;
  }

  /**
   * Takes a tag apart.
   *
   * @param raw the object as it is stored
   */
  public static SignedObject of(RevTag tag, byte[] raw) {
    SignedObject object = new SignedObject(Ident.tagger(tag));
    int begin = raw.length;
    for (int at = 0; at < raw.length; at = RawParseUtils.nextLF(raw, at)) {
      for (String beginning : BEGINNINGS) {
        begin = begins(raw, at, beginning) ? at : begin;
      }
    }
    object.payload.write(raw, 0, begin);
    if (begin < raw.length) {
      object.signatures = 1;
      object.sign(raw, begin, raw.length);
    }
    return object;
  }

  private void sign(byte[] raw, int from, int end) {
    if (signature.length() <= MAX_SIGNATURE) {
      signature.append(new String(raw, from, end - from, StandardCharsets.ISO_8859_1));
    }
  }

  private static boolean begins(byte[] raw, int at, String text) {
    return RawParseUtils.match(raw, at, text.getBytes(StandardCharsets.US_ASCII)) >= 0;
  }

  /** Whether there is a signature. */
  public boolean isSigned() {
    return signatures > 0;
  }

  /** Why the signature is none to look at; null: it may be looked at. */
  public @Nullable String fault() {
    if (signatures > 1) {
      return "is one of several";
    }
    return signature.length() > MAX_SIGNATURE ? "is too long" : null;
  }

  /** The signature, armoured; a character is a byte. */
  public String signature() {
    return signature.toString();
  }

  /** What it is a signature of. */
  public byte[] payload() {
    return payload.toByteArray();
  }

  /** The e-mail address of the committer or tagger; empty: it names none. */
  public String email() {
    return by.email();
  }

  /** When it was made, as it says itself. */
  public Instant when() {
    return by.when();
  }
}
