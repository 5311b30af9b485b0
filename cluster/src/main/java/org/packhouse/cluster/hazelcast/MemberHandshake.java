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
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.packhouse.cluster.Member;

/**
 * The mutual authentication of two nodes, before any Hazelcast traffic on a connection.
 *
 * <p>Both send a nonce, the caller first. The caller proves that it has the cluster's secret by an
 * HMAC over both nonces, and so does the other side; a proof is valid on no other connection and in
 * no other direction. Only then do they exchange cluster, node name and versions. A refusing node
 * gives its reason, so that both can log it.
 */
final class MemberHandshake {

  private static final int MAGIC = 0x50484332;

  /** Of releases whose nodes sent their names first. */
  private static final int EARLIER_MAGIC = 0x50484331;

  private static final int NONCE_BYTES = 32;
  private static final int MAX_TEXT = 500;
  private static final String ALGORITHM = "HmacSHA256";
  private static final int PROOF_BYTES = 32;
  private static final String ACCEPTED = "";
  private static final String OTHER_SECRET = "does not have the same hazelcast.group.password";

  private final Member self;
  private final HazelcastOptions.Group group;
  private final String hazelcast;
  private final SecureRandom random;

  /** Takes the Hazelcast release that must match, such as {@code 5.7}. */
  MemberHandshake(
      Member self, HazelcastOptions.Group group, String hazelcast, SecureRandom random) {
    this.self = self;
    this.group = group;
    this.hazelcast = hazelcast;
    this.random = random;
  }

  private enum Role {
    CALLER,
    CALLED;

    Role other() {
      return this == CALLER ? CALLED : CALLER;
    }
  }

  /** A connection on which nonces were exchanged. */
  private static final class Line {

    private final DataInputStream in;
    private final DataOutputStream out;
    private final Role role;
    private final byte[] callers;
    private final byte[] calleds;

    Line(DataInputStream in, DataOutputStream out, Role role, byte[] callers, byte[] calleds) {
      this.in = in;
      this.out = out;
      this.role = role;
      this.callers = callers;
      this.calleds = calleds;
    }
  }

  /** A node's description of itself, sent after authentication. */
  private record Introduction(String group, String node, String version, String hazelcast) {

    byte[] bytes() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      for (String text : List.of(group, node, version, hazelcast)) {
        writeText(out, text);
      }
      return bytes.toByteArray();
    }

    static Introduction read(DataInputStream in) throws IOException {
      return new Introduction(readText(in), readText(in), readText(in), readText(in));
    }

    String described() {
      return "node %s (%s)".formatted(node, version);
    }
  }

  /** Authenticates an outgoing connection. */
  void call(InputStream from, OutputStream to) throws IOException {
    DataInputStream in = new DataInputStream(from);
    DataOutputStream out = new DataOutputStream(to);
    byte[] own = sayNonce(out);
    Line line = new Line(in, out, Role.CALLER, own, readNonce(in));
    prove(line);
    requireProven(line);
    introduce(line);
  }

  /** Authenticates an incoming connection. */
  void respond(InputStream from, OutputStream to) throws IOException {
    DataInputStream in = new DataInputStream(from);
    DataOutputStream out = new DataOutputStream(to);
    byte[] callers = readNonce(in);
    Line line = new Line(in, out, Role.CALLED, callers, sayNonce(out));
    requireProven(line);
    prove(line);
    introduce(line);
  }

  private byte[] sayNonce(DataOutputStream out) throws IOException {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    out.writeInt(MAGIC);
    out.write(nonce);
    out.flush();
    return nonce;
  }

  private static byte[] readNonce(DataInputStream in) throws IOException {
    int magic = in.readInt();
    if (magic == EARLIER_MAGIC) {
      throw new RefusalException(
          "it runs an earlier release, whose nodes say who they are to strangers: until both run the same they go on apart");
    }
    if (magic != MAGIC) {
      throw new RefusalException("it does not speak as a node of Packhouse does");
    }
    return in.readNBytes(NONCE_BYTES);
  }

  private void prove(Line line) throws IOException {
    line.out.write(proof(line, line.role, new byte[0]));
    line.out.flush();
    if (!line.in.readBoolean()) {
      throw new RefusalException("it does not let this node in; it says of it: it " + OTHER_SECRET);
    }
  }

  /** Checks the other side's proof and sends only the result. */
  private void requireProven(Line line) throws IOException {
    boolean proven =
        MessageDigest.isEqual(
            line.in.readNBytes(PROOF_BYTES), proof(line, line.role.other(), new byte[0]));
    line.out.writeBoolean(proven);
    line.out.flush();
    if (!proven) {
      throw new RefusalException("it is not let in: it " + OTHER_SECRET);
    }
  }

  /** Exchanges descriptions and verdicts. */
  private void introduce(Line line) throws IOException {
    byte[] own = new Introduction(group.name(), self.name(), self.version(), hazelcast).bytes();
    line.out.write(own);
    line.out.write(proof(line, line.role, own));
    line.out.flush();
    Introduction other = Introduction.read(line.in);
    byte[] expected = proof(line, line.role.other(), other.bytes());
    String verdict =
        MessageDigest.isEqual(line.in.readNBytes(PROOF_BYTES), expected)
            ? judge(other)
            : "what it says of itself was changed on the way";
    writeText(line.out, verdict);
    line.out.flush();
    requireAccepted(verdict, other);
    requireAcceptedBy(other, readText(line.in));
  }

  private String judge(Introduction other) {
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

  /** Computes an HMAC bound to this connection and one side. */
  private byte[] proof(Line line, Role role, byte[] said) throws IOException {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(group.secret().getBytes(StandardCharsets.UTF_8), ALGORITHM));
      mac.update(role.name().getBytes(StandardCharsets.UTF_8));
      mac.update(line.callers);
      mac.update(line.calleds);
      mac.update(said);
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no " + ALGORITHM, e);
    }
  }

  private static void requireAccepted(String verdict, Introduction other) throws RefusalException {
    if (!verdict.isEmpty()) {
      throw new RefusalException(other.described() + " is not let in: " + verdict);
    }
  }

  private static void requireAcceptedBy(Introduction other, String verdict)
      throws RefusalException {
    if (!verdict.isEmpty()) {
      throw new RefusalException(
          "%s does not let this node in; it says of it: %s".formatted(other.described(), verdict));
    }
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, MAX_TEXT);
    out.writeShort(length);
    out.write(bytes, 0, length);
  }

  /** Replaces control characters, because the text is logged. */
  private static String readText(DataInputStream in) throws IOException {
    int length = in.readUnsignedShort();
    if (length > MAX_TEXT) {
      throw new RefusalException("it says %d bytes at once".formatted(length));
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
  }

  /** Two nodes refuse each other. The message says why. */
  static final class RefusalException extends IOException {

    private static final long serialVersionUID = 1L;

    RefusalException(String reason) {
      super(reason);
    }
  }
}
