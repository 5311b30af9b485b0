package org.packhouse.app.identity.key;

import org.jspecify.annotations.Nullable;

/**
 * An outcome of looking at a signature.
 *
 * @param userId whose key it was made with; null: it shows nothing
 * @param detail the key, or what is wrong; goes on after the word "signature"
 */
public record SignatureOutcome(@Nullable Long userId, String detail) {

  static SignatureOutcome fault(String detail) {
    return new SignatureOutcome(null, detail);
  }
}
