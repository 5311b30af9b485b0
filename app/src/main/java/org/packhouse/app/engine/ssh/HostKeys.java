package org.packhouse.app.engine.ssh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.Homes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The host keys, in OpenSSH's format below {@code <shared home>/config/ssh}, the same on every
 * node. A new key is written and synced under a name of its own and then hard-linked to its place,
 * which only the first of several nodes can do.
 */
@Component
final class HostKeys {

  private static final Logger LOG = LoggerFactory.getLogger(HostKeys.class);

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private enum Kind {
    ED25519("ssh_host_ed25519_key", KeyPairProvider.SSH_ED25519, 256),
    ECDSA("ssh_host_ecdsa_key", KeyPairProvider.ECDSA_SHA2_NISTP256, 256),
    RSA("ssh_host_rsa_key", KeyPairProvider.SSH_RSA, 3072);

    private final String file;
    private final String type;
    private final int bits;

    Kind(String file, String type, int bits) {
      this.file = file;
      this.type = type;
      this.bits = bits;
    }
  }

  private final Path directory;
  private final List<KeyPair> keys = new CopyOnWriteArrayList<>();
  private boolean stopped;

  HostKeys(Homes homes) {
    directory = homes.shared().resolve("config").resolve("ssh");
  }

  /**
   * Reads the keys, and makes those of elliptic curves if they are missing; one that {@link
   * #complete} makes appears in the result.
   */
  KeyPairProvider load() throws IOException, GeneralSecurityException {
    Files.createDirectories(directory);
    synchronized (this) {
      stopped = false;
    }
    for (Kind kind : Kind.values()) {
      if (kind != Kind.RSA || Files.exists(file(kind))) {
        keys.add(obtain(kind));
      }
    }
    return session -> keys;
  }

  /** Returns the first key as {@code ssh-keygen -l} prints it; null before the keys are loaded. */
  @Nullable String fingerprint() {
    return keys.isEmpty() ? null : KeyUtils.getFingerPrint(keys.getFirst().getPublic());
  }

  /** Makes a missing RSA key, which takes seconds, unless {@link #stopMaking} comes first. */
  void complete() throws IOException, GeneralSecurityException {
    if (keys.size() == Kind.values().length) {
      return;
    }
    Path file = file(Kind.RSA);
    KeyPair made = Files.exists(file) ? null : generate(Kind.RSA);
    synchronized (this) {
      if (stopped) {
        return;
      }
      if (made != null) {
        keep(made, Kind.RSA, file);
      }
      keys.add(read(Kind.RSA, file));
    }
  }

  /** Permits no further writes, and waits for one that is under way. */
  synchronized void stopMaking() {
    stopped = true;
  }

  private Path file(Kind kind) {
    return directory.resolve(kind.file);
  }

  private KeyPair obtain(Kind kind) throws IOException, GeneralSecurityException {
    Path file = file(kind);
    if (Files.notExists(file)) {
      keep(generate(kind), kind, file);
    }
    return read(kind, file);
  }

  private void keep(KeyPair pair, Kind kind, Path file)
      throws IOException, GeneralSecurityException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(pair, "packhouse", null, text);
    Path draft = directory.resolve("." + kind.file + "." + UUID.randomUUID());
    try {
      write(draft, text.toByteArray());
      Files.createLink(file, draft);
      LOG.info("Made host key {} ({})", file, KeyUtils.getFingerPrint(pair.getPublic()));
    } catch (FileAlreadyExistsException e) {
      LOG.info("Host key {} was made by another node", file);
    } finally {
      Files.deleteIfExists(draft);
    }
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static KeyPair generate(Kind kind) throws GeneralSecurityException {
    if (kind == Kind.RSA) {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(kind.bits);
      return generator.generateKeyPair();
    }
    return KeyUtils.generateKeyPair(kind.type, kind.bits);
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(OWNER_ONLY))) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
  }

  private static KeyPair read(Kind kind, Path file) throws IOException, GeneralSecurityException {
    if (!Files.getPosixFilePermissions(file).equals(OWNER_ONLY)) {
      LOG.warn("Host key {} was open to others: its mode is 0600 now", file);
      Files.setPosixFilePermissions(file, OWNER_ONLY);
    }
    try (var in = Files.newInputStream(file)) {
      Iterable<KeyPair> pairs =
          SecurityUtils.loadKeyPairIdentities(
              null, NamedResource.ofName(file.toString()), in, null);
      if (pairs != null) {
        for (KeyPair pair : pairs) {
          if (kind.type.equals(KeyUtils.getKeyType(pair))) {
            return pair;
          }
        }
      }
    }
    throw new IOException("Host key " + file + " holds no key of type " + kind.type);
  }
}
