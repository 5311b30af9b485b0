package org.packhouse.app.identity.auth;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Tells by the keys of users who has made a signature. No process is started for it. */
@Component
public class Signatures {

  private static final int MAX_KNOWN = 1000;

  private final UserGpgKeys gpgKeys;
  private final KeyRows sshKeys;

  Signatures(UserGpgKeys gpgKeys, KeyRows sshKeys) {
    this.gpgKeys = gpgKeys;
    this.sshKeys = sshKeys;
  }

  /** Looks at several signatures, and reads each key once; for one thread. */
  public Round begin() {
    return new Round();
  }

  /** Signatures that are looked at together. */
  public final class Round {

    private final Map<String, List<GpgKey>> gpg = new HashMap<>();
    private final Map<String, Optional<SshKey>> ssh = new HashMap<>();

    private Round() {}

    /**
     * Says who has made a signature.
     *
     * @param signature armoured
     * @param signed what it is a signature of
     * @param when the key must not have expired then
     */
    public SignatureOutcome verify(String signature, byte[] signed, Instant when) {
      if (signature.startsWith(SshSignature.BEGIN)) {
        return SshSignature.verify(signature, signed, when, this::sshKey);
      }
      if (signature.startsWith("-----BEGIN PGP ")) {
        return OpenPgpSignature.verify(signature, signed, when, this::gpgKeys);
      }
      return SignatureOutcome.fault("is neither OpenPGP's nor SSH's");
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
