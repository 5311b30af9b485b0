package org.packhouse.app.identity.key;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.bcpg.ArmoredInputStream;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPPublicKeyRing;
import org.bouncycastle.openpgp.PGPSecretKeyRing;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.bc.BcPGPObjectFactory;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentVerifierBuilderProvider;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.key.GpgKeyRing.SubKey;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** A checked public OpenPGP key, which has signed one of its user ids, and each sub-key. */
record GpgKeyText(
    String fingerprint,
    @Nullable String emailAddress,
    @Nullable Instant expiresAt,
    List<SubKey> subKeys,
    String armoured) {

  private static final int MAX_LENGTH = 100_000;
  private static final int OLDEST_VERSION = 4;
  private static final int MIN_RSA_BITS = 2048;
  private static final int MAX_SUB_KEYS = 100;
  private static final int KEY_ID_DIGITS = 16;
  private static final Pattern EMAIL = Pattern.compile("<([^<>\\s]+@[^<>\\s]+)>\\s*$");

  String keyId() {
    return fingerprint.substring(fingerprint.length() - KEY_ID_DIGITS);
  }

  /** Parses and checks a key as somebody typed it. */
  static GpgKeyText parse(String text, Instant now) {
    if (text.length() > MAX_LENGTH) {
      throw refused(
          "A key has at most %d characters; this has %d.".formatted(MAX_LENGTH, text.length()));
    }
    PGPPublicKeyRing ring = read(text);
    PGPPublicKey key = ring.getPublicKey();
    check(key);
    Instant expiresAt = expiry(key);
    String email = null;
    boolean vouched = false;
    for (Iterator<byte[]> ids = key.getRawUserIDs(); ids.hasNext(); ) {
      byte[] id = ids.next();
      if (hasSigned(key, id)) {
        vouched = true;
        email = email == null ? email(new String(id, StandardCharsets.UTF_8)) : email;
      }
    }
    if (!vouched) {
      throw refused("The key has signed none of its user ids, so nobody vouches for them.");
    }
    if (expiresAt != null && !expiresAt.isAfter(now)) {
      throw refused("The key has expired at %s.".formatted(expiresAt));
    }
    return new GpgKeyText(hex(key), email, expiresAt, subKeys(ring), armour(ring));
  }

  private static PGPPublicKeyRing read(String text) {
    if (!text.stripLeading().startsWith("-----BEGIN PGP PUBLIC KEY BLOCK-----")) {
      throw refused("The text must be a public key as gpg --armor --export writes it.");
    }
    if (text.indexOf("-----BEGIN ") != text.lastIndexOf("-----BEGIN ")) {
      throw refused("The text holds more than one key.");
    }
    byte[] bytes = text.strip().getBytes(StandardCharsets.UTF_8);
    try (InputStream armoured = new ArmoredInputStream(new ByteArrayInputStream(bytes))) {
      BcPGPObjectFactory objects = new BcPGPObjectFactory(armoured);
      Object first = objects.nextObject();
      if (first instanceof PGPSecretKeyRing) {
        throw refused("This is a secret key: hand in the public one, and tell nobody this one.");
      }
      if (!(first instanceof PGPPublicKeyRing ring)) {
        throw refused("The text holds no public key.");
      }
      if (objects.nextObject() != null) {
        throw refused("The text holds more than one key.");
      }
      return ring;
    } catch (InvalidFieldException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw refused("The text is no OpenPGP key.");
    }
  }

  private static void check(PGPPublicKey key) {
    if (key.getVersion() < OLDEST_VERSION) {
      throw refused(
          "Keys of version %d are not admitted: they cannot be told apart."
              .formatted(key.getVersion()));
    }
    int bits = key.getBitStrength();
    if (key.getAlgorithm() == PublicKeyAlgorithmTags.RSA_GENERAL && bits < MIN_RSA_BITS) {
      throw refused(
          "An RSA key must have %d bits or more; this has %d.".formatted(MIN_RSA_BITS, bits));
    }
    for (Iterator<PGPSignature> all = key.getSignaturesOfType(PGPSignature.KEY_REVOCATION);
        all.hasNext(); ) {
      PGPSignature revocation = all.next();
      if (verifies(revocation, key, () -> revocation.verifyCertification(key))) {
        throw refused("The key has been revoked.");
      }
    }
  }

  private static boolean hasSigned(PGPPublicKey key, byte[] userId) {
    Iterator<PGPSignature> all = key.getSignaturesForID(userId);
    while (all != null && all.hasNext()) {
      PGPSignature signature = all.next();
      if (signature.isCertification()
          && signature.getKeyID() == key.getKeyID()
          && verifies(signature, key, () -> signature.verifyCertification(userId, key))) {
        return true;
      }
    }
    return false;
  }

  private static List<SubKey> subKeys(PGPPublicKeyRing ring) {
    PGPPublicKey key = ring.getPublicKey();
    List<SubKey> found = new ArrayList<>();
    for (Iterator<PGPPublicKey> all = ring.getPublicKeys();
        all.hasNext() && found.size() < MAX_SUB_KEYS; ) {
      PGPPublicKey sub = all.next();
      if (!sub.isMasterKey() && isBound(key, sub)) {
        found.add(new SubKey(hex(sub), expiry(sub)));
      }
    }
    return found;
  }

  private static boolean isBound(PGPPublicKey key, PGPPublicKey sub) {
    for (Iterator<PGPSignature> all = sub.getSignaturesOfType(PGPSignature.SUBKEY_BINDING);
        all.hasNext(); ) {
      PGPSignature binding = all.next();
      if (verifies(binding, key, () -> binding.verifyCertification(key, sub))) {
        return true;
      }
    }
    return false;
  }

  @FunctionalInterface
  private interface Verification {
    boolean verify() throws PGPException;
  }

  private static boolean verifies(PGPSignature signature, PGPPublicKey by, Verification what) {
    try {
      signature.init(new BcPGPContentVerifierBuilderProvider(), by);
      return what.verify();
    } catch (PGPException | RuntimeException e) {
      // The algorithm is unknown, or the bytes are no signature.
      return false;
    }
  }

  private static @Nullable Instant expiry(PGPPublicKey key) {
    long seconds = key.getValidSeconds();
    return seconds == 0 ? null : key.getCreationTime().toInstant().plusSeconds(seconds);
  }

  private static @Nullable String email(String userId) {
    Matcher matcher = EMAIL.matcher(userId);
    if (matcher.find()) {
      return matcher.group(1);
    }
    return userId.matches("[^<>\\s]+@[^<>\\s]+") ? userId : null;
  }

  private static String hex(PGPPublicKey key) {
    return HexFormat.of().withUpperCase().formatHex(key.getFingerprint());
  }

  private static String armour(PGPPublicKeyRing ring) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ArmoredOutputStream out = ArmoredOutputStream.builder().clearHeaders().build(bytes)) {
      ring.encode(out);
    } catch (IOException e) {
      throw refused("The text is no OpenPGP key.");
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static InvalidFieldException refused(String message) {
    return new InvalidFieldException("text", message);
  }
}
