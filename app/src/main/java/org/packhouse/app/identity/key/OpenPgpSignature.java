package org.packhouse.app.identity.key;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bouncycastle.bcpg.ArmoredInputStream;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.sig.IssuerFingerprint;
import org.bouncycastle.bcpg.sig.KeyFlags;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPPublicKeyRing;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureList;
import org.bouncycastle.openpgp.PGPSignatureSubpacketVector;
import org.bouncycastle.openpgp.bc.BcPGPObjectFactory;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentVerifierBuilderProvider;
import org.jspecify.annotations.Nullable;

/** A detached OpenPGP signature, of which only the first packet is read: nothing is unpacked. */
final class OpenPgpSignature {

  private static final Set<Integer> HASHES =
      Set.of(
          HashAlgorithmTags.SHA256,
          HashAlgorithmTags.SHA384,
          HashAlgorithmTags.SHA512,
          HashAlgorithmTags.SHA224,
          HashAlgorithmTags.SHA3_256,
          HashAlgorithmTags.SHA3_512);
  private static final int MIN_RSA_BITS = 2048;

  private OpenPgpSignature() {}

  /** Verifies a signature. */
  static SignatureOutcome verify(
      String armoured, byte[] signed, Instant when, Function<String, List<GpgKey>> keys) {
    try {
      PGPSignature signature = read(armoured);
      String issuer = issuer(signature);
      String shown = issuer.substring(Math.max(0, issuer.length() - 16));
      List<GpgKey> candidates = keys.apply(issuer);
      if (candidates.isEmpty()) {
        return SignatureOutcome.fault("is of a key that no account has, " + shown);
      }
      if (!HASHES.contains(signature.getHashAlgorithm())) {
        return SignatureOutcome.fault("is made with a hash that can be forged");
      }
      String fault = "does not belong to what it stands in";
      for (GpgKey candidate : candidates) {
        PGPPublicKeyRing ring = ring(candidate);
        PGPPublicKey key = key(ring, issuer);
        if (key == null || !maySign(ring, key)) {
          fault = "is of a key that may not sign, " + shown;
        } else if (isExpired(ring.getPublicKey(), when) || isExpired(key, when)) {
          fault = "is of a key that has expired, " + shown;
        } else if (isRight(signature, key, signed)) {
          return new SignatureOutcome(candidate.userId(), "is of the GPG key " + shown);
        }
      }
      return SignatureOutcome.fault(fault);
    } catch (IOException | PGPException | RuntimeException e) {
      return SignatureOutcome.fault("cannot be read");
    }
  }

  private static PGPSignature read(String armoured) throws IOException, PGPException {
    byte[] bytes = armoured.getBytes(StandardCharsets.ISO_8859_1);
    try (InputStream in = new ArmoredInputStream(new ByteArrayInputStream(bytes))) {
      if (new BcPGPObjectFactory(in).nextObject() instanceof PGPSignatureList list
          && list.size() == 1) {
        PGPSignature signature = list.get(0);
        int type = signature.getSignatureType();
        if (type == PGPSignature.BINARY_DOCUMENT || type == PGPSignature.CANONICAL_TEXT_DOCUMENT) {
          return signature;
        }
      }
    }
    throw new PGPException("no signature of a document");
  }

  /** Returns the fingerprint of the signing key, or its id if the signature names none. */
  private static String issuer(PGPSignature signature) {
    for (PGPSignatureSubpacketVector packets : packets(signature)) {
      IssuerFingerprint issuer = packets.getIssuerFingerprint();
      if (issuer != null) {
        return HexFormat.of().withUpperCase().formatHex(issuer.getFingerprint());
      }
    }
    return "%016X".formatted(signature.getKeyID()).toUpperCase(Locale.ROOT);
  }

  private static List<PGPSignatureSubpacketVector> packets(PGPSignature signature) {
    return Stream.of(signature.getHashedSubPackets(), signature.getUnhashedSubPackets())
        .filter(Objects::nonNull)
        .toList();
  }

  private static PGPPublicKeyRing ring(GpgKey key) throws IOException {
    byte[] text = key.publicKey().getBytes(StandardCharsets.UTF_8);
    try (InputStream in = new ArmoredInputStream(new ByteArrayInputStream(text))) {
      return (PGPPublicKeyRing) new BcPGPObjectFactory(in).nextObject();
    }
  }

  private static @Nullable PGPPublicKey key(PGPPublicKeyRing ring, String issuer) {
    for (PGPPublicKey key : ring) {
      String fingerprint = HexFormat.of().withUpperCase().formatHex(key.getFingerprint());
      if (fingerprint.endsWith(issuer)) {
        return key;
      }
    }
    return null;
  }

  /** Requires a back signature of a sub-key, as anybody could claim the sub-key of another. */
  private static boolean maySign(PGPPublicKeyRing ring, PGPPublicKey key) throws PGPException {
    if (key.getAlgorithm() == PGPPublicKey.RSA_GENERAL && key.getBitStrength() < MIN_RSA_BITS) {
      return false;
    }
    if (key.isMasterKey()) {
      return true;
    }
    PGPPublicKey master = ring.getPublicKey();
    if (key.getSignaturesOfType(PGPSignature.SUBKEY_REVOCATION).hasNext()) {
      return false;
    }
    for (Iterator<PGPSignature> all = key.getSignaturesOfType(PGPSignature.SUBKEY_BINDING);
        all.hasNext(); ) {
      PGPSignature binding = all.next();
      PGPSignatureSubpacketVector said = binding.getHashedSubPackets();
      if (said != null
          && (said.getKeyFlags() & KeyFlags.SIGN_DATA) != 0
          && binds(binding, master, master, key)
          && isVouchedFor(binding, master, key)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isVouchedFor(PGPSignature binding, PGPPublicKey master, PGPPublicKey key)
      throws PGPException {
    for (PGPSignatureSubpacketVector packets : packets(binding)) {
      PGPSignatureList embedded = packets.getEmbeddedSignatures();
      for (int i = 0; embedded != null && i < embedded.size(); i++) {
        PGPSignature back = embedded.get(i);
        if (back.getSignatureType() == PGPSignature.PRIMARYKEY_BINDING
            && binds(back, key, master, key)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean binds(
      PGPSignature binding, PGPPublicKey by, PGPPublicKey master, PGPPublicKey key)
      throws PGPException {
    binding.init(new BcPGPContentVerifierBuilderProvider(), by);
    return binding.verifyCertification(master, key);
  }

  private static boolean isExpired(PGPPublicKey key, Instant when) {
    long seconds = key.getValidSeconds();
    return seconds > 0 && !key.getCreationTime().toInstant().plusSeconds(seconds).isAfter(when);
  }

  private static boolean isRight(PGPSignature signature, PGPPublicKey key, byte[] signed)
      throws PGPException {
    signature.init(new BcPGPContentVerifierBuilderProvider(), key);
    signature.update(signed);
    return signature.verify();
  }
}
