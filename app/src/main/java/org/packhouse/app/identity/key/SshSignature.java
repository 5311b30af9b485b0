package org.packhouse.app.identity.key;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.PublicKeyEntryResolver;
import org.apache.sshd.common.signature.BuiltinSignatures;
import org.apache.sshd.common.signature.Signature;
import org.jspecify.annotations.Nullable;

/**
 * A signature of {@code ssh-keygen -Y sign} as OpenSSH's PROTOCOL.sshsig describes it.
 *
 * @param reserved signed, without a meaning yet
 * @param hash {@code sha256} or {@code sha512}
 * @param blob the signature proper, with its type
 */
record SshSignature(Bytes publicKey, String namespace, Bytes reserved, String hash, Bytes blob) {

  static final String BEGIN = "-----BEGIN SSH SIGNATURE-----";
  private static final String END = "-----END SSH SIGNATURE-----";
  private static final byte[] MAGIC = "SSHSIG".getBytes(StandardCharsets.US_ASCII);
  private static final String NAMESPACE = "git";
  private static final Map<String, String> HASHES =
      Map.of("sha256", "SHA-256", "sha512", "SHA-512");
  private static final String RSA = "ssh-rsa";

  /** Without SHA-1, which {@code ssh-rsa} stands for. */
  private static final List<String> RSA_SIGNATURES = List.of("rsa-sha2-256", "rsa-sha2-512");

  /** Bytes with equality by content. */
  record Bytes(ByteBuffer all) {
    byte[] array() {
      byte[] copy = new byte[all.remaining()];
      all.duplicate().get(copy);
      return copy;
    }
  }

  /** Verifies a signature. */
  static SignatureOutcome verify(
      String armoured, byte[] signed, Instant when, Function<String, Optional<SshKey>> keys) {
    try {
      return read(armoured).verify(signed, when, keys);
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      return SignatureOutcome.fault("cannot be read");
    }
  }

  private static SshSignature read(String armoured) throws IOException {
    int end = armoured.indexOf(END);
    if (end < 0) {
      throw new IOException("no end");
    }
    String base64 = armoured.substring(BEGIN.length(), end).replaceAll("\\s", "");
    ByteBuffer in = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
    byte[] magic = new byte[MAGIC.length];
    in.get(magic);
    if (!Arrays.equals(magic, MAGIC) || in.getInt() != 1) {
      throw new IOException("no signature of version 1");
    }
    SshSignature read =
        new SshSignature(bytes(in), text(bytes(in)), bytes(in), text(bytes(in)), bytes(in));
    if (in.hasRemaining()) {
      throw new IOException("more than a signature");
    }
    return read;
  }

  private static Bytes bytes(ByteBuffer in) throws IOException {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new IOException("a length of " + length);
    }
    ByteBuffer found = in.slice(in.position(), length);
    in.position(in.position() + length);
    return new Bytes(found);
  }

  private static String text(Bytes bytes) {
    return new String(bytes.array(), StandardCharsets.ISO_8859_1);
  }

  private SignatureOutcome verify(
      byte[] signed, Instant when, Function<String, Optional<SshKey>> keys)
      throws IOException, GeneralSecurityException {
    String digest = HASHES.get(hash);
    if (digest == null || !namespace.equals(NAMESPACE)) {
      return SignatureOutcome.fault("was made for something else");
    }
    String fingerprint = fingerprint();
    SshKey key = keys.apply(fingerprint).filter(it -> it.userId() != null).orElse(null);
    if (key == null || !key.publicKey().equals(line(key))) {
      return SignatureOutcome.fault("is of a key that no account has, " + fingerprint);
    }
    Instant expires = key.times().expiresAt();
    if (expires != null && !expires.isAfter(when)) {
      return SignatureOutcome.fault("is of a key that has expired, " + fingerprint);
    }
    return isRight(key, MessageDigest.getInstance(digest).digest(signed))
        ? new SignatureOutcome(key.userId(), "is of the SSH key " + fingerprint)
        : SignatureOutcome.fault("does not belong to what it stands in");
  }

  /** Returns the key as it would be stored. */
  private String line(SshKey key) {
    return key.algorithm() + " " + Base64.getEncoder().encodeToString(publicKey.array());
  }

  private String fingerprint() throws GeneralSecurityException {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(publicKey.array());
    return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(digest);
  }

  private boolean isRight(SshKey key, byte[] digest) throws IOException, GeneralSecurityException {
    Signature verifier = verifier(key.algorithm());
    PublicKey publicly =
        new PublicKeyEntry(key.algorithm(), publicKey.array())
            .resolvePublicKey(null, Map.of(), PublicKeyEntryResolver.FAILING);
    if (verifier == null || publicly == null) {
      return false;
    }
    try {
      verifier.initVerifier(null, publicly);
      verifier.update(null, signedMessage(digest));
      return verifier.verify(null, blob.array());
    } catch (Exception e) {
      // The bytes are no signature of that type.
      return false;
    }
  }

  private @Nullable Signature verifier(String algorithm) throws IOException {
    String type = text(bytes(blob.all().duplicate()));
    boolean fits = algorithm.equals(RSA) ? RSA_SIGNATURES.contains(type) : type.equals(algorithm);
    BuiltinSignatures found = fits ? BuiltinSignatures.fromFactoryName(type) : null;
    return found == null ? null : found.create();
  }

  /** Returns the message that the key has signed. */
  private byte[] signedMessage(byte[] digest) {
    byte[] name = namespace.getBytes(StandardCharsets.ISO_8859_1);
    byte[] kind = hash.getBytes(StandardCharsets.ISO_8859_1);
    byte[] kept = reserved.array();
    int length = name.length + kind.length + kept.length + digest.length;
    return ByteBuffer.allocate(MAGIC.length + 4 * Integer.BYTES + length)
        .put(MAGIC)
        .putInt(name.length)
        .put(name)
        .putInt(kept.length)
        .put(kept)
        .putInt(kind.length)
        .put(kind)
        .putInt(digest.length)
        .put(digest)
        .array();
  }
}
