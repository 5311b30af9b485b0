package org.packhouse.app.identity.key;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.PublicKeyEntryResolver;
import org.apache.sshd.common.digest.BuiltinDigests;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/**
 * A parsed SSH public key line, {@code type base64 comment}.
 *
 * @param fingerprint {@code SHA256:...} as {@code ssh-keygen -l} prints it
 */
record PublicKeyText(
    String algorithm, int bitLength, String fingerprint, String text, @Nullable String comment) {

  private static final int MAX_LENGTH = 16_384;
  private static final int MIN_RSA_BITS = 2048;
  private static final int MAX_RSA_BITS = 16_384;
  private static final Pattern SPACE = Pattern.compile("[ \t]+");
  private static final String RSA = "ssh-rsa";
  private static final Map<String, Integer> CURVES =
      Map.of(
          "ssh-ed25519", 256,
          "ecdsa-sha2-nistp256", 256,
          "ecdsa-sha2-nistp384", 384,
          "ecdsa-sha2-nistp521", 521,
          "sk-ssh-ed25519@openssh.com", 256,
          "sk-ecdsa-sha2-nistp256@openssh.com", 256);

  /** Parses and checks a key as somebody typed it. */
  static PublicKeyText parse(String pasted) {
    String line = pasted.strip();
    if (line.contains("PRIVATE KEY")) {
      throw refused(
          "This is a private key. Keep it secret, and add the .pub file that lies by it.");
    }
    List<String> parts = List.of(SPACE.split(line, 3));
    if (line.length() > MAX_LENGTH || line.chars().anyMatch(it -> it < ' ' && it != '\t')) {
      throw refused("A public key is one line of at most " + MAX_LENGTH + " characters.");
    }
    if (parts.size() < 2) {
      throw refused(
          "%s is no public key: use a line such as 'ssh-ed25519 AAAA... you@host'.", line);
    }
    String type = parts.getFirst();
    if (!type.equals(RSA) && !CURVES.containsKey(type)) {
      throw refused(
          "Keys of type %s are not admitted: use ssh-ed25519, ecdsa-sha2-nistp256, -384 or -521,"
              + " ssh-rsa of 2048 bits or more, sk-ssh-ed25519@openssh.com or"
              + " sk-ecdsa-sha2-nistp256@openssh.com.",
          type);
    }
    PublicKey key = decode(type, parts.get(1));
    int bits = type.equals(RSA) ? KeyUtils.getKeySize(key) : CURVES.getOrDefault(type, 0);
    if (type.equals(RSA) && (bits < MIN_RSA_BITS || bits > MAX_RSA_BITS)) {
      throw refused(
          "An RSA key must have %d to %d bits, this one has %d."
              .formatted(MIN_RSA_BITS, MAX_RSA_BITS, bits));
    }
    return new PublicKeyText(
        type,
        bits,
        KeyUtils.getFingerPrint(BuiltinDigests.sha256, key),
        type + " " + parts.get(1),
        parts.size() > 2 ? parts.get(2).strip() : null);
  }

  private static PublicKey decode(String type, String base64) {
    try {
      byte[] blob = Base64.getDecoder().decode(base64);
      PublicKeyEntry entry = new PublicKeyEntry(type, blob);
      PublicKey key = entry.resolvePublicKey(null, Map.of(), PublicKeyEntryResolver.FAILING);
      if (key != null && PublicKeyEntry.toString(key).equals(type + " " + base64)) {
        return key;
      }
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      throw (InvalidFieldException) damaged(type).initCause(e);
    }
    throw damaged(type);
  }

  private static InvalidFieldException damaged(String type) {
    return refused("The text after %s is not a key of that type: copy the whole line.", type);
  }

  private static InvalidFieldException refused(String pattern, String value) {
    return refused(pattern.formatted(InvalidFieldException.quote(value)));
  }

  private static InvalidFieldException refused(String message) {
    return new InvalidFieldException("text", message);
  }
}
