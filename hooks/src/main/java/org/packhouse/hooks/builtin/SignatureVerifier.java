package org.packhouse.hooks.builtin;

/** Knows the keys of users. */
@FunctionalInterface
public interface SignatureVerifier {

  /** Says whether a commit or tag is signed by the one whom it names. */
  SignatureVerdict verify(SignedObject object);
}
