package org.packhouse.app.identity.key;

import org.jspecify.annotations.Nullable;

/**
 * The result of verifying a signature.
 *
 * @param userId the owner of the key; null: not verified
 * @param detail the key or the failure, which continues the word "signature"
 */
public record SignatureOutcome(@Nullable Long userId, String detail) {

  static SignatureOutcome fault(String detail) {
    return new SignatureOutcome(null, detail);
  }
}
