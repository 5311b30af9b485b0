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
 * Registers Bouncy Castle as the SSH library's source of Ed25519, since the library does not know
 * the JDK's yet. ML-KEM and sntrup761 come from classes of Bouncy Castle without a provider. By
 * default the library asks Bouncy Castle's provider for everything. Creating that provider computes
 * the base points of all binary curves, which no key here uses (7 % of a start's main thread), and
 * tests each RSA key for small factors and primality.
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

  /** Registers the source for this process; a second call does nothing. */
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
