package org.packhouse.app.engine.ssh;

import java.io.Serial;
import java.security.Provider;
import java.util.Optional;
import java.util.Set;
import org.apache.sshd.common.util.security.AbstractSecurityProviderRegistrar;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.common.util.security.eddsa.bouncycastle.BouncyCastleEdDSASupport;
import org.apache.sshd.common.util.security.eddsa.generic.EdDSASupport;

/**
 * Registers Bouncy Castle as the SSH library's source of Ed25519, since the library does not know
 * the JDK's yet, and of X25519, for which it takes half the JDK's time. ML-KEM and sntrup761 come
 * from classes of Bouncy Castle without a provider. By default the library asks Bouncy Castle's
 * provider for everything. Creating that provider computes the base points of all binary curves,
 * which no key here uses (7 % of a start's main thread), and tests each RSA key for small factors
 * and primality.
 */
final class CurvesOfBouncyCastle extends AbstractSecurityProviderRegistrar {

  private static final String NAME = "Curve25519";
  private static final String X25519 = "X25519";
  private static final Set<String> ED25519 = Set.of("Ed25519", SecurityUtils.EDDSA);

  private final Provider provider = new KeysAndSignatures();

  private CurvesOfBouncyCastle() {
    super(NAME);
  }

  /** Registers the source for this process; a second call does nothing. */
  static synchronized void register() {
    SecurityUtils.setAPrioriDisabledProvider(SecurityUtils.BOUNCY_CASTLE, true);
    SecurityUtils.registerSecurityProvider(new CurvesOfBouncyCastle());
  }

  @Override
  public boolean isSupported() {
    return true;
  }

  @Override
  public Provider getSecurityProvider() {
    return provider;
  }

  @Override
  public boolean isNamedProviderUsed() {
    return false;
  }

  @Override
  public boolean isSecurityEntitySupported(Class<?> entityType, String name) {
    return provider.getService(entityType.getSimpleName(), name) != null;
  }

  @Override
  public Optional<EdDSASupport<?, ?>> getEdDSASupport() {
    return Optional.of(new BouncyCastleEdDSASupport());
  }

  private static final class KeysAndSignatures extends Provider {

    @Serial private static final long serialVersionUID = 1;

    private static final String PLACE = "org.bouncycastle.jcajce.provider.asymmetric.edec.";

    KeysAndSignatures() {
      super(NAME, "1", "Curve25519 of Bouncy Castle");
      put("KeyAgreement." + X25519, PLACE + "KeyAgreementSpi$X25519");
      put("KeyFactory." + X25519, PLACE + "KeyFactorySpi$X25519");
      put("KeyPairGenerator." + X25519, PLACE + "KeyPairGeneratorSpi$X25519");
      for (String algorithm : ED25519) {
        put("KeyFactory." + algorithm, PLACE + "KeyFactorySpi$Ed25519");
        put("KeyPairGenerator." + algorithm, PLACE + "KeyPairGeneratorSpi$Ed25519");
        put("Signature." + algorithm, PLACE + "SignatureSpi$Ed25519");
      }
    }
  }
}
