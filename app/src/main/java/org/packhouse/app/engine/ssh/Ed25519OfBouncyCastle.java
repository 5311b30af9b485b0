package org.packhouse.app.engine.ssh;

import java.io.Serial;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.Signature;
import java.util.Optional;
import java.util.Set;
import org.apache.sshd.common.util.security.AbstractSecurityProviderRegistrar;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.common.util.security.eddsa.bouncycastle.BouncyCastleEdDSASupport;
import org.apache.sshd.common.util.security.eddsa.generic.EdDSASupport;

/**
 * Gives the SSH library keys and signatures of Ed25519 by Bouncy Castle, for it does not know those
 * of the JDK yet. RSA, ECDSA and X25519 are the JDK's; what no provider has, ML-KEM and sntrup761,
 * the library takes from classes of Bouncy Castle by itself.
 *
 * <p>Left alone it asks Bouncy Castle's provider for everything. To make that computes the base
 * points of all binary curves, on which no key here is (7 % of what a start's main thread did), and
 * each RSA key that is read is tried for small factors and for primality.
 */
final class Ed25519OfBouncyCastle extends AbstractSecurityProviderRegistrar {

  private static final String NAME = "Ed25519";
  private static final Set<String> NAMES = Set.of(NAME, SecurityUtils.EDDSA);
  private static final Set<Class<?>> KINDS =
      Set.of(KeyFactory.class, KeyPairGenerator.class, Signature.class);

  private final Provider provider = new KeysAndSignatures();

  private Ed25519OfBouncyCastle() {
    super(NAME);
  }

  /** Makes it the library's source of Ed25519 in this process; the second time does nothing. */
  static synchronized void register() {
    SecurityUtils.setAPrioriDisabledProvider(SecurityUtils.BOUNCY_CASTLE, true);
    SecurityUtils.registerSecurityProvider(new Ed25519OfBouncyCastle());
  }

  @Override
  public boolean isSupported() {
    return true;
  }

  @Override
  public Provider getSecurityProvider() {
    return provider;
  }

  /** That is, the provider is handed over and is not one of the whole process. */
  @Override
  public boolean isNamedProviderUsed() {
    return false;
  }

  @Override
  public boolean isSecurityEntitySupported(Class<?> entityType, String name) {
    return KINDS.contains(entityType) && NAMES.contains(name);
  }

  @Override
  public Optional<EdDSASupport<?, ?>> getEdDSASupport() {
    return Optional.of(new BouncyCastleEdDSASupport());
  }

  private static final class KeysAndSignatures extends Provider {

    @Serial private static final long serialVersionUID = 1;

    private static final String PLACE = "org.bouncycastle.jcajce.provider.asymmetric.edec.";

    KeysAndSignatures() {
      super(NAME, "1", "Ed25519 of Bouncy Castle");
      for (String algorithm : NAMES) {
        put("KeyFactory." + algorithm, PLACE + "KeyFactorySpi$Ed25519");
        put("KeyPairGenerator." + algorithm, PLACE + "KeyPairGeneratorSpi$Ed25519");
        put("Signature." + algorithm, PLACE + "SignatureSpi$Ed25519");
      }
    }
  }
}
