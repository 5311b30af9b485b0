package org.packhouse.app.identity.key;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;

/**
 * A stored SSH public key.
 *
 * @param userId null: an access key
 * @param fingerprint {@code SHA256:...}
 * @param publicKey {@code type base64}
 */
public record SshKey(
    long id,
    @Nullable Long userId,
    @Nullable String label,
    int bitLength,
    String fingerprint,
    String publicKey,
    Times times) {

  static final RowMapper<SshKey> ROW =
      (row, number) ->
          new SshKey(
              row.getLong("id"),
              row.getObject("user_id", Long.class),
              row.getString("label"),
              row.getInt("bit_length"),
              row.getString("fingerprint"),
              row.getString("public_key"),
              Times.ROW.mapRow(row, number));

  /** The times of a key, which never expires without {@code expiresAt}. */
  public record Times(
      Instant createdAt, @Nullable Instant expiresAt, @Nullable Instant lastUsedAt) {

    private static final RowMapper<Times> ROW = new SimplePropertyRowMapper<>(Times.class);
  }

  /** Returns the type of the key, such as {@code ssh-ed25519}. */
  public String algorithm() {
    return publicKey.substring(0, publicKey.indexOf(' '));
  }

  /** Returns the line {@code type base64 label}. */
  public String text() {
    return label == null ? publicKey : publicKey + " " + label;
  }
}
