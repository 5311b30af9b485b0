package org.packhouse.app.engine.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.testing.TestingServer;

class HostKeysTest {

  @TempDir private Path home;

  private HostKeys hostKeys() {
    return new HostKeys(new Homes(home, home.resolve("shared")));
  }

  private Path directory() {
    return home.resolve("shared/config/ssh");
  }

  private static List<String> fingerprints(KeyPairProvider provider) throws Exception {
    List<String> prints = new ArrayList<>();
    for (KeyPair pair : provider.loadKeys(null)) {
      prints.add(KeyUtils.getFingerPrint(pair.getPublic()));
    }
    Collections.sort(prints);
    return prints;
  }

  @Test
  void makesThreeKeysThatOpenSshReadsAndNobodyElseMay() throws Exception {
    HostKeys hostKeys = hostKeys();
    KeyPairProvider keys = hostKeys.load();
    hostKeys.complete();
    assertThat(keys.getKeyTypes(null))
        .containsExactlyInAnyOrder("ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa");
    List<String> seenByOpenSsh = new ArrayList<>();
    for (String name : List.of("ssh_host_ed25519_key", "ssh_host_ecdsa_key", "ssh_host_rsa_key")) {
      Path file = directory().resolve(name);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      Process keygen = new ProcessBuilder("ssh-keygen", "-lf", file.toString()).start();
      String printed = new String(keygen.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(keygen.waitFor()).isZero();
      seenByOpenSsh.add(printed.split(" ", -1)[1]);
    }
    assertThat(seenByOpenSsh).containsExactlyInAnyOrderElementsOf(fingerprints(keys));
    int rsaBits =
        StreamSupport.stream(keys.loadKeys(null).spliterator(), false)
            .filter(pair -> KeyUtils.getKeyType(pair).equals("ssh-rsa"))
            .mapToInt(pair -> KeyUtils.getKeySize(pair.getPublic()))
            .findFirst()
            .orElseThrow();
    assertThat(rsaBits).isEqualTo(3072);
  }

  @Test
  void givesNodesThatStartTogetherTheSameKeys() throws Exception {
    try (var threads = Executors.newFixedThreadPool(4)) {
      Callable<List<String>> node = () -> fingerprints(hostKeys().load());
      List<List<String>> seen = new ArrayList<>();
      for (var future : threads.invokeAll(Collections.nCopies(4, node))) {
        seen.add(future.get());
      }
      assertThat(seen).allMatch(seen.get(0)::equals);
    }
    try (Stream<Path> files = Files.list(directory())) {
      assertThat(files).as("no draft is left").hasSize(2);
    }
  }

  @Test
  void keepsTheKeysOverARestartAndClosesThemToOthers() throws Exception {
    List<String> before = fingerprints(hostKeys().load());
    Path file = directory().resolve("ssh_host_ecdsa_key");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(fingerprints(hostKeys().load())).isEqualTo(before);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void refusesAFileThatHoldsAnotherKey() throws Exception {
    hostKeys().load();
    Path ecdsa = directory().resolve("ssh_host_ecdsa_key");
    Files.delete(ecdsa);
    Files.copy(directory().resolve("ssh_host_ed25519_key"), ecdsa);
    assertThatThrownBy(() -> hostKeys().load())
        .isInstanceOf(IOException.class)
        .hasMessageContaining(ecdsa.toString())
        .hasMessageContaining("ecdsa-sha2-nistp256");
  }

  @Test
  void makesNoneOnceItWasToldToStop() throws Exception {
    HostKeys hostKeys = hostKeys();
    hostKeys.load();
    hostKeys.stopMaking();
    hostKeys.complete();
    assertThat(names()).containsExactlyInAnyOrder("ssh_host_ed25519_key", "ssh_host_ecdsa_key");
    hostKeys.load();
    hostKeys.complete();
    assertThat(names()).as("once it was started again").contains("ssh_host_rsa_key");
  }

  @Test
  void areWrittenNoMoreWhenTheServerHasStopped() throws Exception {
    TestingServer server = TestingServer.builder().home(home).makingItsHostKey().start();
    try {
      server.get(GitSshServer.class).stop();
      List<String> then = names();
      assertThat(then).noneMatch(name -> name.startsWith("."));
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().equals("ssh-host-keys")) {
          thread.join();
        }
      }
      assertThat(names()).isEqualTo(then);
    } finally {
      server.close();
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
