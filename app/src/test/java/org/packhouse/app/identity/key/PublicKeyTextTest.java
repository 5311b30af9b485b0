package org.packhouse.app.identity.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.platform.refusal.InvalidFieldException;

class PublicKeyTextTest {

  /** A FIDO key: the curve point and application of one, as ssh-keygen writes it. */
  private static final String SK_ED25519 =
      "sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIFGeiA7F1jHHLJB2"
          + "yEA5D1j0yJZyyd5bxdYJVUWuPHfVAAAABHNzaDo= anna@key";

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "ed25519, 256, ssh-ed25519, 256",
    "ecdsa, 256, ecdsa-sha2-nistp256, 256",
    "ecdsa, 384, ecdsa-sha2-nistp384, 384",
    "ecdsa, 521, ecdsa-sha2-nistp521, 521",
    "rsa, 2048, ssh-rsa, 2048",
    "rsa, 3072, ssh-rsa, 3072"
  })
  void readsWhatSshKeygenWrites(String type, int bits, String algorithm, int shown)
      throws IOException, InterruptedException {
    Path file = keygen(type, bits);
    PublicKeyText key = PublicKeyText.parse(Files.readString(file));
    assertThat(key.algorithm()).isEqualTo(algorithm);
    assertThat(key.bitLength()).isEqualTo(shown);
    assertThat(key.comment()).isEqualTo("a comment");
    assertThat(output("ssh-keygen", "-l", "-f", file.toString()))
        .startsWith(shown + " " + key.fingerprint() + " a comment");
  }

  @Test
  void readsAKeyOfASecurityKey() throws IOException, InterruptedException {
    Path file = directory.resolve("sk.pub");
    Files.writeString(file, SK_ED25519);
    PublicKeyText key = PublicKeyText.parse(SK_ED25519);
    assertThat(key.algorithm()).isEqualTo("sk-ssh-ed25519@openssh.com");
    assertThat(output("ssh-keygen", "-l", "-f", file.toString()))
        .startsWith("256 " + key.fingerprint());
  }

  @Test
  void refusesAShortRsaKey() throws IOException, InterruptedException {
    Path file = keygen("rsa", 1024);
    assertThatThrownBy(() -> PublicKeyText.parse(Files.readString(file)))
        .isInstanceOf(InvalidFieldException.class)
        .hasMessageContaining("2048")
        .hasMessageContaining("1024");
  }

  @Test
  void refusesAPrivateKeyInWordsThatSaveIt() throws IOException, InterruptedException {
    Path file = keygen("ed25519", 256);
    String secret = Files.readString(directory.resolve("key"));
    assertThat(file).exists();
    assertThatThrownBy(() -> PublicKeyText.parse(secret)).hasMessageContaining("private key");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ssh-ed25519",
        "ssh-ed25519 AAAA",
        "ssh-ed25519 !!!!",
        "ssh-dss AAAAB3NzaC1kc3MAAACBAP",
        "ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIFGeiA7F1jHHLJB2yEA5D1j0yJZyyd5bxdYJVUWuPHfV",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFGeiA7F1jHHLJB2\nssh-ed25519 AAAA",
        "command=\"sh\" ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFGeiA7F1jHHLJB2yEA5D1j0yJZyyd5bxdYJ"
      })
  void refusesWhatIsNoKey(String text) {
    assertThatThrownBy(() -> PublicKeyText.parse(text)).isInstanceOf(InvalidFieldException.class);
  }

  private Path keygen(String type, int bits) throws IOException, InterruptedException {
    Path file = directory.resolve("key");
    output(
        "ssh-keygen",
        "-q",
        "-t",
        type,
        "-b",
        Integer.toString(bits),
        "-N",
        "",
        "-C",
        "a comment",
        "-f",
        file.toString());
    return directory.resolve("key.pub");
  }

  private static String output(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).describedAs(output).isZero();
    return output;
  }
}
