package org.packhouse.app.identity.key;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Verifies signatures by the keys of users, in this process. */
@Component
public class Signatures {

  private static final int MAX_KNOWN = 1000;
  private static final String PGP = "-----BEGIN PGP ";
  private static final String SSH = "SHA256:";
  private static final byte[] NOTHING = {};

  private final UserGpgKeys gpgKeys;
  private final KeyRows sshKeys;

  Signatures(UserGpgKeys gpgKeys, KeyRows sshKeys) {
    this.gpgKeys = gpgKeys;
    this.sshKeys = sshKeys;
  }

  /** Begins a round of verifications that reads each key once; for one thread. */
  public Round begin() {
    return new Round();
  }

  /** Returns the fingerprint or id of the signing key; empty if the signature is malformed. */
  public static Optional<String> keyName(String signature) {
    AtomicReference<@Nullable String> name = new AtomicReference<>();
    if (signature.startsWith(SshSignature.BEGIN)) {
      SshSignature.verify(
          signature,
          NOTHING,
          Instant.EPOCH,
          asked -> {
            name.set(asked);
            return Optional.empty();
          });
    } else if (signature.startsWith(PGP)) {
      OpenPgpSignature.verify(
          signature,
          NOTHING,
          Instant.EPOCH,
          asked -> {
            name.set(asked);
            return List.of();
          });
    }
    return Optional.ofNullable(name.get());
  }

  public final class Round {

    private final Map<String, List<GpgKey>> gpg = new HashMap<>();
    private final Map<String, Optional<SshKey>> ssh = new HashMap<>();

    private Round() {}

    /** Verifies an armoured signature; the key must not have expired at {@code when}. */
    public SignatureOutcome verify(String signature, byte[] signed, Instant when) {
      if (signature.startsWith(SshSignature.BEGIN)) {
        return SshSignature.verify(signature, signed, when, this::sshKey);
      }
      if (signature.startsWith(PGP)) {
        return OpenPgpSignature.verify(signature, signed, when, this::gpgKeys);
      }
      return SignatureOutcome.fault("is neither OpenPGP's nor SSH's");
    }

    /**
     * Reads the keys of several signatures, one statement for each kind, and returns their owners.
     */
    public Set<Long> load(Collection<String> names) {
      Set<String> fingerprints = new HashSet<>();
      Set<String> others = new HashSet<>();
      names.forEach(name -> (name.startsWith(SSH) ? fingerprints : others).add(name));
      Set<Long> owners = new HashSet<>();
      if (!fingerprints.isEmpty()) {
        Map<String, SshKey> found = sshKeys.findAllByFingerprint(fingerprints);
        fingerprints.forEach(name -> ssh.put(name, Optional.ofNullable(found.get(name))));
        found.values().stream().map(SshKey::userId).filter(Objects::nonNull).forEach(owners::add);
      }
      if (!others.isEmpty()) {
        Map<String, List<GpgKey>> found = gpgKeys.findSigning(others);
        others.forEach(name -> gpg.put(name, found.getOrDefault(name, List.of())));
        found.values().forEach(keys -> keys.forEach(key -> owners.add(key.userId())));
      }
      return owners;
    }

    private List<GpgKey> gpgKeys(String fingerprintOrId) {
      if (gpg.size() > MAX_KNOWN) {
        gpg.clear();
      }
      return gpg.computeIfAbsent(fingerprintOrId, gpgKeys::findSigning);
    }

    private Optional<SshKey> sshKey(String fingerprint) {
      if (ssh.size() > MAX_KNOWN) {
        ssh.clear();
      }
      return ssh.computeIfAbsent(fingerprint, sshKeys::findByFingerprint);
    }
  }
}
