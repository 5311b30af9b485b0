package org.packhouse.hooks.builtin;

/**
 * A finding about the signature of a commit or tag.
 *
 * @param detail whose key it was made with, or what is wrong; goes on after the word "signature"
 */
public record SignatureVerdict(State state, String detail) {

  /** There is none. */
  public static final SignatureVerdict UNSIGNED = new SignatureVerdict(State.UNSIGNED, "");

  /** The outcomes. */
  public enum State {
    /** There is no signature. */
    UNSIGNED,
    /** The one whom the commit names as its committer, or the tag as its tagger, has signed it. */
    VERIFIED,
    /** There is one that shows nothing. */
    UNVERIFIED
  }

  /** Whether it was verified. */
  public boolean isVerified() {
    return state == State.VERIFIED;
  }
}
