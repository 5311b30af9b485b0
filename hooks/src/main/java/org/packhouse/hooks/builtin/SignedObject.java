package org.packhouse.hooks.builtin;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.util.RawParseUtils;
import org.jspecify.annotations.Nullable;
import org.packhouse.hooks.Ident;

/** A commit or tag split into signature and payload as by git. */
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

  /** The commit's body must be in memory. */
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

  /** Takes the stored object. */
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

  public boolean isSigned() {
    return signatures > 0;
  }

  /** Returns why the signature cannot be checked, or null. */
  public @Nullable String fault() {
    if (signatures > 1) {
      return "is one of several";
    }
    return signature.length() > MAX_SIGNATURE ? "is too long" : null;
  }

  /** Returns the armoured signature, one character per byte. */
  public String signature() {
    return signature.toString();
  }

  public byte[] payload() {
    return payload.toByteArray();
  }

  /** Returns the committer's or tagger's address, or an empty text. */
  public String email() {
    return by.email();
  }

  /** Returns the time that the object states. */
  public Instant when() {
    return by.when();
  }
}
