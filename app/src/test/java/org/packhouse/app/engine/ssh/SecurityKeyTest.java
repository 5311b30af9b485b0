package org.packhouse.app.engine.ssh;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.app.testing.TestingSsh.Result;

/**
 * FIDO keys, with OpenSSH's client and an agent of ours in the place of the one that talks to the
 * device.
 */
class SecurityKeyTest {

  private static final String ED25519 = "sk-ssh-ed25519@openssh.com";
  private static final String ECDSA = "sk-ecdsa-sha2-nistp256@openssh.com";
  private static final int TOUCHED = 1;

  private final TestingServer server = TestingServer.shared();
  private TestingSsh ssh;
  private User user;

  @BeforeEach
  void open() {
    ssh = TestingSsh.of(server);
    user =
        TestingPeople.of(server).createUser(TestingPeople.uniqueName("fido"), "password-of-a-user");
  }

  @AfterEach
  void close() {
    ssh.close();
  }

  @Test
  void signsInWithAnEd25519KeyThatWasTouched() throws Exception {
    assertThat(signIn(ED25519, TOUCHED, "ssh:").err()).contains("Hello " + user.displayName());
  }

  @Test
  void signsInWithAnEcdsaKeyThatWasTouched() throws Exception {
    assertThat(signIn(ECDSA, TOUCHED, "ssh:").err()).contains("Hello " + user.displayName());
  }

  @Test
  void refusesAKeyThatNobodyTouched() throws Exception {
    assertThat(signIn(ED25519, 0, "ssh:").err()).contains("Permission denied (publickey)");
  }

  @Test
  void refusesASignatureForAnotherApplication() throws Exception {
    assertThat(signIn(ED25519, TOUCHED, "https://example.org").err())
        .contains("Permission denied (publickey)");
  }

  private Result signIn(String type, int flags, String signedApplication) throws Exception {
    KeyPair pair =
        type.equals(ED25519)
            ? KeyUtils.generateKeyPair("ssh-ed25519", 256)
            : KeyUtils.generateKeyPair("ecdsa-sha2-nistp256", 256);
    byte[] blob = blob(type, pair);
    Path key = ssh.directory().resolve("fido");
    Files.writeString(
        Path.of(key + ".pub"), type + " " + Base64.getEncoder().encodeToString(blob) + " fido\n");
    ssh.register(key, user);
    Path socket = ssh.directory().resolve("agent");
    try (ServerSocketChannel agent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      agent.bind(UnixDomainSocketAddress.of(socket));
      Thread.ofVirtual()
          .start(
              () -> serve(agent, blob, data -> sign(type, pair, flags, signedApplication, data)));
      List<String> line = new ArrayList<>(ssh.client(Path.of(key + ".pub")));
      line.addAll(List.of("-o", "IdentityAgent=" + socket, "-T", "git@localhost"));
      return TestingSsh.run(ssh.directory(), line.toArray(String[]::new));
    }
  }

  /** The key as OpenSSH writes it: that of the plain type, and the application. */
  private static byte[] blob(String type, KeyPair pair) throws Exception {
    ByteArrayBuffer plain = new ByteArrayBuffer();
    plain.putRawPublicKeyBytes(pair.getPublic());
    ByteArrayBuffer blob = new ByteArrayBuffer();
    blob.putString(type);
    blob.putRawBytes(plain.getCompactData());
    blob.putString("ssh:");
    return blob.getCompactData();
  }

  private static byte[] sign(
      String type, KeyPair pair, int flags, String application, byte[] data) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      ByteArrayBuffer signed = new ByteArrayBuffer();
      signed.putRawBytes(digest.digest(application.getBytes(UTF_8)));
      signed.putByte((byte) flags);
      signed.putUInt(5);
      signed.putRawBytes(digest.digest(data));
      ByteArrayBuffer signature = new ByteArrayBuffer();
      signature.putString(type);
      signature.putBytes(rawSignature(type, pair, signed.getCompactData()));
      signature.putByte((byte) flags);
      signature.putUInt(5);
      return signature.getCompactData();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] rawSignature(String type, KeyPair pair, byte[] data)
      throws GeneralSecurityException, IOException {
    if (type.equals(ED25519)) {
      Signature signer = SecurityUtils.getSignature("Ed25519");
      signer.initSign(pair.getPrivate());
      signer.update(data);
      return signer.sign();
    }
    var signer = org.apache.sshd.common.signature.BuiltinSignatures.nistp256.create();
    try {
      signer.initSigner(null, pair.getPrivate());
      signer.update(null, data);
      ByteArrayBuffer encoded = new ByteArrayBuffer(signer.sign(null));
      return encoded.array();
    } catch (Exception e) {
      throw new GeneralSecurityException(e);
    }
  }

  @FunctionalInterface
  private interface Signer {
    byte[] sign(byte[] data);
  }

  /** Speaks the agent protocol: lists one key and signs with it. */
  private static void serve(ServerSocketChannel agent, byte[] blob, Signer signer) {
    try {
      while (true) {
        SocketChannel client = agent.accept();
        Thread.ofVirtual().start(() -> converse(client, blob, signer));
      }
    } catch (IOException e) {
      assertThat(agent.isOpen()).isFalse();
    }
  }

  private static void converse(SocketChannel client, byte[] blob, Signer signer) {
    try (client;
        DataInputStream in = new DataInputStream(Channels.newInputStream(client));
        DataOutputStream out = new DataOutputStream(Channels.newOutputStream(client))) {
      while (true) {
        byte[] message = new byte[in.readInt()];
        in.readFully(message);
        ByteArrayBuffer request = new ByteArrayBuffer(message);
        ByteArrayBuffer response = new ByteArrayBuffer();
        switch (request.getByte()) {
          case 11 -> {
            response.putByte((byte) 12);
            response.putUInt(1);
            response.putBytes(blob);
            response.putString("fido");
          }
          case 13 -> {
            request.getBytes();
            response.putByte((byte) 14);
            response.putBytes(signer.sign(request.getBytes()));
          }
          default -> response.putByte((byte) 5);
        }
        out.writeInt(response.available());
        out.write(response.getCompactData());
        out.flush();
      }
    } catch (IOException e) {
      assertThat(e).isNotNull();
    }
  }
}
