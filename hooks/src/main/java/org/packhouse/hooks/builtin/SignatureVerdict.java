package org.packhouse.hooks.builtin;

/** The result of checking a signature; the detail follows the word "signature". */
public record SignatureVerdict(State state, String detail) {

  public static final SignatureVerdict UNSIGNED = new SignatureVerdict(State.UNSIGNED, "");

  public enum State {
    UNSIGNED,
    /** Signed by the committer or tagger that the object names. */
    VERIFIED,
    /** A signature that proves nothing. */
    UNVERIFIED
  }

  public boolean isVerified() {
    return state == State.VERIFIED;
  }
}
