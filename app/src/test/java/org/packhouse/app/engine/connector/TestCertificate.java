package org.packhouse.app.engine.connector;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.packhouse.app.testing.TestingServer;

/** A self-signed certificate for localhost, made by keytool. */
public record TestCertificate(Path keyStore, String password) {

  /** Makes one in that directory. */
  public static TestCertificate create(Path directory) throws IOException, InterruptedException {
    TestCertificate made = new TestCertificate(directory.resolve("server.p12"), "secret-1");
    Commands.run(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "server",
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-dname",
            "CN=localhost",
            "-ext",
            "san=dns:localhost,ip:127.0.0.1",
            "-storetype",
            "PKCS12",
            "-keystore",
            made.keyStore.toString(),
            "-storepass",
            made.password));
    return made;
  }

  /** The settings that make a server use it. */
  public TestingServer.Builder configure(TestingServer.Builder server) {
    return server
        .with("server.ssl.key-store", keyStore.toString())
        .with("server.ssl.key-store-password", password);
  }

  /** What a client needs to trust it. */
  public SSLContext trusted() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(keyStore.toFile(), password.toCharArray());
    KeyStore trust = KeyStore.getInstance("PKCS12");
    trust.load(null, null);
    trust.setCertificateEntry("server", store.getCertificate("server"));
    TrustManagerFactory trusting =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusting.init(trust);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trusting.getTrustManagers(), null);
    return context;
  }

  /** Writes certificate and key as PEM files: {@code server.crt}, {@code server.key}. */
  public void exportPem(Path directory) throws IOException, InterruptedException {
    Commands.run(
        List.of(
            "openssl",
            "pkcs12",
            "-in",
            keyStore.toString(),
            "-passin",
            "pass:" + password,
            "-nokeys",
            "-out",
            directory.resolve("server.crt").toString()));
    Commands.run(
        List.of(
            "openssl",
            "pkcs12",
            "-in",
            keyStore.toString(),
            "-passin",
            "pass:" + password,
            "-nocerts",
            "-nodes",
            "-out",
            directory.resolve("server.key").toString()));
  }
}
