package org.packhouse.app.identity.key;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A user's OpenPGP key with the sub-keys that it has signed. */
public record GpgKeyRing(GpgKey key, List<SubKey> subKeys) {

  /** A sub-key; it expires with the key unless it has a time of its own. */
  public record SubKey(String fingerprint, @Nullable Instant expiresAt) {}
}
