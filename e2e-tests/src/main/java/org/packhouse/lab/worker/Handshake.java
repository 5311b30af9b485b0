package org.packhouse.lab.worker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.packhouse.lab.worker.Message.Hello;
import org.packhouse.lab.worker.Message.Proof;
import org.packhouse.lab.worker.Message.Trouble;
import org.packhouse.lab.worker.Message.Welcome;

/** Both sides prove that they know the secret without saying it. */
final class Handshake {

  private static final int VERSION = 2;
  private static final int NONCE_BYTES = 24;
  private static final int PATIENCE_MILLIS = 10_000;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Channel channel;
  private final String secret;

  Handshake(Channel channel, String secret) {
    this.channel = channel;
    this.secret = secret;
  }

  /** A secret that nobody guesses. */
  static String newSecret() {
    return random();
  }

  void asWorker() throws IOException {
    channel.patience(PATIENCE_MILLIS);
    String own = random();
    channel.send(new Hello(VERSION, own));
    Proof proof = channel.receive(Proof.class);
    if (!equal(proof.code(), code("lab", own, proof.nonce()))) {
      channel.send(new Trouble("it has another secret"));
      throw new IOException("the lab has another secret");
    }
    channel.send(new Welcome(code("worker", own, proof.nonce())));
    channel.trust();
    channel.patience(0);
  }

  void asLab() throws IOException {
    channel.patience(PATIENCE_MILLIS);
    Hello hello = channel.receive(Hello.class);
    if (hello.version() != VERSION) {
      throw new IOException(
          "it speaks version %d of the protocol, not %d".formatted(hello.version(), VERSION));
    }
    String own = random();
    channel.send(new Proof(own, code("lab", hello.nonce(), own)));
    Welcome welcome = channel.receive(Welcome.class);
    if (!equal(welcome.code(), code("worker", hello.nonce(), own))) {
      throw new IOException("it has another secret");
    }
    channel.trust();
    channel.patience(0);
  }

  private static String random() {
    byte[] bytes = new byte[NONCE_BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private String code(String side, String ofWorker, String ofLab) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      String text = side + ":" + ofWorker + ":" + ofLab;
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean equal(String a, String b) {
    return MessageDigest.isEqual(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }
}
