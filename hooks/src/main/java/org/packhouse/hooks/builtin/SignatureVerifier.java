package org.packhouse.hooks.builtin;

/** Verifies signatures by users' keys. */
@FunctionalInterface
public interface SignatureVerifier {

  SignatureVerdict verify(SignedObject object);
}
