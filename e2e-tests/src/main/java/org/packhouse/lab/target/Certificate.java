package org.packhouse.lab.target;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.packhouse.lab.process.Command;

/**
 * A certificate for {@code localhost} that nobody has signed but itself.
 *
 * @param chain a PEM file
 * @param key a PEM file
 */
public record Certificate(Path chain, Path key) {

  private static final String ALIAS = "lab";
  private static final String PASSWORD = "changeit";

  /** Makes one in a directory. */
  public static Certificate create(Path directory) throws IOException {
    Path store = directory.resolve("tls.p12");
    Command.run(
        directory,
        Map.of(),
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            ALIAS,
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-dname",
            "CN=localhost",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD,
            "-validity",
            "30"));
    try (InputStream in = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      return new Certificate(
          write(
              directory.resolve("tls.crt"), "CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()),
          write(
              directory.resolve("tls.key"),
              "PRIVATE KEY",
              keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IOException("The certificate in " + store + " cannot be read", e);
    }
  }

  private static Path write(Path file, String kind, byte[] content) throws IOException {
    String text =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content);
    return Files.writeString(
        file, "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(kind, text, kind));
  }
}
