package org.packhouse.app.identity.setup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.packhouse.app.platform.node.Homes;
import org.springframework.stereotype.Component;

/**
 * Secrets that the server must read again, stored encrypted (AES-256-GCM, bound to their name)
 * under the key {@code config/secret.key} of the shared home: neither a database dump nor the home
 * alone reveals them.
 */
@Component
public class SecretStore {

  private static final String FORM = "v1:";
  private static final int KEY_BYTES = 32;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final StoredSettings stored;
  private final Path file;
  private final SecureRandom random = new SecureRandom();

  SecretStore(StoredSettings stored, Homes homes) {
    this.stored = stored;
    file = homes.shared().resolve("config").resolve("secret.key");
  }

  public void write(String name, String secret) {
    stored.write(name, seal(name, secret));
  }

  /** Encrypts a secret that is stored elsewhere, for {@link #open} by the same name. */
  public String seal(String name, String secret) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      byte[] sealed =
          cipher(Cipher.ENCRYPT_MODE, name, nonce).doFinal(secret.getBytes(StandardCharsets.UTF_8));
      byte[] whole =
          ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed).array();
      return FORM + Base64.getEncoder().encodeToString(whole);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot encrypt " + name, e);
    }
  }

  /** Returns the secret of that name, or throws if the key is another one. */
  public Optional<String> read(String name) {
    return stored.read(name).map(sealed -> open(name, sealed));
  }

  public boolean exists(String name) {
    return stored.read(name).isPresent();
  }

  public void remove(String name) {
    stored.remove(name);
  }

  /** Decrypts the result of {@link #seal}, or throws if the key is another one. */
  public String open(String name, String sealed) {
    try {
      byte[] whole = Base64.getDecoder().decode(sealed.substring(FORM.length()));
      byte[] nonce = Arrays.copyOf(whole, NONCE_BYTES);
      byte[] secret =
          cipher(Cipher.DECRYPT_MODE, name, nonce)
              .doFinal(whole, NONCE_BYTES, whole.length - NONCE_BYTES);
      return new String(secret, StandardCharsets.UTF_8);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IllegalStateException(
          "Cannot decrypt " + name + ": it was encrypted with another key than " + file, e);
    }
  }

  /** Derives a 256-bit key for a purpose, the same on all nodes. */
  public byte[] key(String purpose) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key(), "HmacSHA256"));
      return mac.doFinal(("key for " + purpose).getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot make a key for " + purpose, e);
    }
  }

  private Cipher cipher(int mode, String name, byte[] nonce) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, new SecretKeySpec(key(), "AES"), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(name.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }

  private byte[] key() {
    try {
      if (Files.notExists(file)) {
        make();
      }
      byte[] key = Base64.getDecoder().decode(Files.readString(file).strip());
      if (key.length != KEY_BYTES) {
        throw new IllegalStateException("%s holds no key of 256 bits".formatted(file));
      }
      return key;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read or make the key " + file, e);
    }
  }

  /** Links a synced file into place: the first of several nodes wins. */
  private void make() throws IOException {
    Files.createDirectories(file.getParent());
    byte[] key = new byte[KEY_BYTES];
    random.nextBytes(key);
    Path draft = file.resolveSibling(".secret.key." + UUID.randomUUID());
    try {
      try (FileChannel channel =
          FileChannel.open(
              draft,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
        ByteBuffer text =
            ByteBuffer.wrap(
                (Base64.getEncoder().encodeToString(key) + "\n")
                    .getBytes(StandardCharsets.US_ASCII));
        while (text.hasRemaining()) {
          channel.write(text);
        }
        channel.force(true);
      }
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException e) {
      // Another node was first, and its key is used.
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
