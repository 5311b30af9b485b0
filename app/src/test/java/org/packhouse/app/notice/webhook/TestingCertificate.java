package org.packhouse.app.notice.webhook;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes a certificate that its own key has signed. */
final class TestingCertificate {

  private TestingCertificate() {}

  static SSLContext context() throws java.io.IOException {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      KeyPair pair = generator.generateKeyPair();
      X500Name name = new X500Name("CN=127.0.0.1");
      Instant now = Instant.now();
      X509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              name,
              BigInteger.ONE,
              Date.from(now.minus(1, ChronoUnit.DAYS)),
              Date.from(now.plus(1, ChronoUnit.DAYS)),
              name,
              pair.getPublic());
      Certificate certificate =
          new JcaX509CertificateConverter()
              .getCertificate(
                  builder.build(
                      new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate())));
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("key", pair.getPrivate(), new char[0], new Certificate[] {certificate});
      KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
      keys.init(store, new char[0]);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException("Cannot make a certificate", e);
    }
  }
}
