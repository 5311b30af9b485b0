package org.packhouse.app.engine.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.app.testing.TestingSsh.Result;

class SshLoginTest {

  private final TestingServer server = TestingServer.shared();
  private final TestingPeople people = TestingPeople.of(server);
  private TestingSsh ssh;
  private User user;

  @BeforeEach
  void open() {
    ssh = TestingSsh.of(server);
    user = people.createUser(TestingPeople.uniqueName("sshuser"), "password-of-a-user");
  }

  @AfterEach
  void close() {
    ssh.close();
  }

  @ParameterizedTest
  @CsvSource({"ed25519,", "ecdsa,256", "ecdsa,384", "ecdsa,521", "rsa,2048"})
  void greetsAUserWithAKeyByName(String type, String bits) {
    Path key = bits == null ? ssh.createKey(type) : ssh.createKey(type, "-b", bits);
    ssh.register(key, user);
    Result result = ssh.ssh(key, List.of("-T"));
    assertThat(result.err())
        .contains("Hello " + user.displayName())
        .contains("Shell access is not supported.");
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void refusesAKeyThatNobodyRegistered() {
    Result result = ssh.ssh(ssh.createKey("ed25519"), List.of("-T"));
    assertThat(result.status()).isEqualTo(255);
    assertThat(result.err()).contains("Permission denied (publickey)");
  }

  @Test
  void refusesAUserNameOtherThanGitAndSaysWhichToUse() {
    Path key = ssh.createKey(user);
    Result result = ssh.ssh(key, List.of("-T", "-l", "alice"));
    assertThat(result.status()).isEqualTo(255);
    assertThat(result.err()).contains("Sign in as \"git\"").contains("Permission denied");
  }

  @Test
  void offersNoPassword() {
    Result result =
        ssh.ssh(ssh.createKey("ed25519"), List.of("-v", "-o", "PreferredAuthentications=password"));
    assertThat(result.status()).isEqualTo(255);
    assertThat(result.err()).containsPattern("Authentications that can continue: publickey\\R");
  }

  @Test
  void refusesOtherCommands() {
    Result result = ssh.ssh(ssh.createKey(user), List.of(), "ls", "-l", "/");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .contains("The command \"ls -l /\" is not supported. Only git is served here");
    assertThat(result.out()).isEmpty();
  }

  @Test
  void refusesSftp() {
    Result result = ssh.ssh(ssh.createKey(user), List.of("-s"), "sftp");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).contains("The subsystem \"sftp\" is not supported.");
  }

  @Test
  void forwardsNoPorts() {
    Path key = ssh.createKey(user);
    Result stdio = ssh.ssh(key, List.of("-W", "localhost:22"));
    assertThat(stdio.status()).isEqualTo(255);
    assertThat(stdio.err()).contains("Only git is served here, nothing is forwarded");
    Result remote =
        ssh.ssh(key, List.of("-T", "-o", "ExitOnForwardFailure=yes", "-R", "0:localhost:22"));
    assertThat(remote.status()).isEqualTo(255);
    assertThat(remote.err()).contains("remote port forwarding failed");
  }

  @Test
  void greetsInSpiteOfAgentAndX11Forwarding() {
    Result result = ssh.ssh(ssh.createKey(user), List.of("-T", "-A", "-X"));
    assertThat(result.err()).contains("Hello " + user.displayName());
  }

  @Test
  void showsNoControlCharactersOfACommand() {
    Result result = ssh.ssh(ssh.createKey(user), List.of(), "\u001b[31mred");
    assertThat(result.err()).contains("?[31mred").doesNotContain("\u001b");
  }

  @Test
  void negotiatesFastAndModernAlgorithms() {
    Result result = ssh.ssh(ssh.createKey(user), List.of("-T", "-v", "-v"));
    assertThat(result.err())
        .contains("kex: algorithm: curve25519-sha256")
        .contains("kex: server->client cipher: aes128-gcm@openssh.com MAC: <implicit>")
        .contains("kex: client->server cipher: aes128-gcm@openssh.com MAC: <implicit>")
        .contains("KEX algorithms: mlkem768x25519-sha256,curve25519-sha256,ecdh-sha2-nistp256")
        .contains("kex-strict-s-v00@openssh.com")
        .contains("rsa-sha2-512")
        .doesNotContainPattern("server-sig-algs=<[^>]*ssh-rsa[,>]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "KexAlgorithms=diffie-hellman-group14-sha1",
        "KexAlgorithms=diffie-hellman-group-exchange-sha256",
        "Ciphers=aes128-cbc",
        "Ciphers=3des-cbc",
        "HostKeyAlgorithms=ssh-rsa"
      })
  void refusesWeakAlgorithms(String option) {
    Result result = ssh.ssh(ssh.createKey(user), List.of("-T", "-o", option));
    assertThat(result.status()).isEqualTo(255);
    assertThat(result.err()).contains("Unable to negotiate").contains("no matching");
  }

  @Test
  void refusesSignaturesWithSha1() {
    Path key = ssh.createKey("rsa", "-b", "2048");
    ssh.register(key, user);
    Result result = ssh.ssh(key, List.of("-T", "-o", "PubkeyAcceptedAlgorithms=ssh-rsa"));
    assertThat(result.status()).isEqualTo(255);
    assertThat(result.err()).contains("Permission denied (publickey)");
  }
}
