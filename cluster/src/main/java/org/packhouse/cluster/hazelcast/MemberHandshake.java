package org.packhouse.cluster.hazelcast;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.packhouse.cluster.Member;

/**
 * The words by which two nodes let each other in, before Hazelcast says anything on a connection.
 *
 * <p>Both say who they are, with a nonce, and the name of their cluster. Then the one that has
 * connected proves that it has the secret, by an HMAC over what both have said, and the other one
 * does the same; neither ever sends the secret, and what one has heard proves nothing on another
 * connection or in the other direction. Whoever does not accept the other says why, so that both
 * logs have the reason.
 */
final class MemberHandshake {

  private static final int MAGIC = 0x50484331;
  private static final int NONCE_BYTES = 32;
  private static final int MAX_TEXT = 500;
  private static final String ALGORITHM = "HmacSHA256";
  private static final String ACCEPTED = "";
  private static final byte[] NO_PROOF = new byte[32];

  private final Member self;
  private final HazelcastOptions.Group group;
  private final String hazelcast;
  private final SecureRandom random;

  /**
   * The handshakes of a member.
   *
   * @param hazelcast the version that must be the same, as {@code 5.7}
   */
  MemberHandshake(
      Member self, HazelcastOptions.Group group, String hazelcast, SecureRandom random) {
    this.self = self;
    this.group = group;
    this.hazelcast = hazelcast;
    this.random = random;
  }

  /**
   * The first words.
   *
   * @param nonce random, in hexadecimal digits
   */
  private record Hello(String nonce, String group, String node, String version, String hazelcast) {

    void write(DataOutputStream out) throws IOException {
      out.writeInt(MAGIC);
      for (String text : List.of(nonce, group, node, version, hazelcast)) {
        writeText(out, text);
      }
      out.flush();
    }

    static Hello read(DataInputStream in) throws IOException {
      if (in.readInt() != MAGIC) {
        throw new RefusalException("it does not speak as a node of Packhouse does");
      }
      return new Hello(readText(in), readText(in), readText(in), readText(in), readText(in));
    }

    byte[] bytes() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      write(new DataOutputStream(bytes));
      return bytes.toByteArray();
    }

    String described() {
      return "node %s (%s)".formatted(node, version);
    }
  }

  private Hello ownHello() {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    return new Hello(
        HexFormat.of().formatHex(nonce), group.name(), self.name(), self.version(), hazelcast);
  }

  /**
   * Lets a node in that this one has called.
   *
   * @throws RefusalException if one of them does not accept the other
   */
  void call(InputStream from, OutputStream to) throws IOException {
    DataInputStream in = new DataInputStream(from);
    DataOutputStream out = new DataOutputStream(to);
    Hello own = ownHello();
    own.write(out);
    Hello other = Hello.read(in);
    String verdict = judge(other);
    say(out, verdict, verdict.isEmpty() ? proof("calls", own, other) : NO_PROOF);
    requireAccepted(verdict, other);
    requireAcceptedBy(other, readText(in));
    byte[] theirs = readProof(in);
    verdict = judge(theirs, proof("is called", own, other));
    say(out, verdict, NO_PROOF);
    requireAccepted(verdict, other);
  }

  /**
   * Lets a node in that has called this one.
   *
   * @throws RefusalException if one of them does not accept the other
   */
  void respond(InputStream from, OutputStream to) throws IOException {
    DataInputStream in = new DataInputStream(from);
    DataOutputStream out = new DataOutputStream(to);
    Hello own = ownHello();
    own.write(out);
    Hello other = Hello.read(in);
    String refusal = readText(in);
    byte[] theirs = readProof(in);
    String verdict = judge(other);
    if (verdict.isEmpty() && refusal.isEmpty()) {
      verdict = judge(theirs, proof("calls", other, own));
    }
    say(out, verdict, verdict.isEmpty() ? proof("is called", other, own) : NO_PROOF);
    requireAccepted(verdict, other);
    requireAcceptedBy(other, refusal);
    requireAcceptedBy(other, readText(in));
    readProof(in);
  }

  private String judge(Hello other) {
    if (!other.group().equals(group.name())) {
      return "it belongs to the cluster '%s' and not to '%s' (hazelcast.group.name)"
          .formatted(other.group(), group.name());
    }
    if (!other.hazelcast().equals(hazelcast)) {
      return "it has Hazelcast %s and not %s: until both run the same release they go on apart"
          .formatted(other.hazelcast(), hazelcast);
    }
    return ACCEPTED;
  }

  private static String judge(byte[] given, byte[] expected) {
    return MessageDigest.isEqual(given, expected)
        ? ACCEPTED
        : "it does not have the same hazelcast.group.password";
  }

  private byte[] proof(String role, Hello caller, Hello called) throws IOException {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(group.secret().getBytes(StandardCharsets.UTF_8), ALGORITHM));
      mac.update(role.getBytes(StandardCharsets.UTF_8));
      mac.update(caller.bytes());
      mac.update(called.bytes());
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no " + ALGORITHM, e);
    }
  }

  private static void requireAccepted(String verdict, Hello other) throws RefusalException {
    if (!verdict.isEmpty()) {
      throw new RefusalException(other.described() + " is not let in: " + verdict);
    }
  }

  private static void requireAcceptedBy(Hello other, String verdict) throws RefusalException {
    if (!verdict.isEmpty()) {
      throw new RefusalException(
          "%s does not let this node in; it says of it: %s".formatted(other.described(), verdict));
    }
  }

  private static void say(DataOutputStream out, String verdict, byte[] proof) throws IOException {
    writeText(out, verdict);
    out.write(proof);
    out.flush();
  }

  private static byte[] readProof(DataInputStream in) throws IOException {
    byte[] proof = new byte[NO_PROOF.length];
    in.readFully(proof);
    return proof;
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, MAX_TEXT);
    out.writeShort(length);
    out.write(bytes, 0, length);
  }

  /** What it says goes into the log: nothing in it may look like another line. */
  private static String readText(DataInputStream in) throws IOException {
    int length = in.readUnsignedShort();
    if (length > MAX_TEXT) {
      throw new RefusalException("it says %d bytes at once".formatted(length));
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
  }

  /** Two nodes do not let each other in. Its message says why. */
  static final class RefusalException extends IOException {

    private static final long serialVersionUID = 1L;

    RefusalException(String reason) {
      super(reason);
    }
  }
}
