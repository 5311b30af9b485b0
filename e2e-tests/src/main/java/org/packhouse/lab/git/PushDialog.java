package org.packhouse.lab.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.packhouse.lab.wire.Body;
import org.packhouse.lab.wire.OperationFailedException;
import org.packhouse.lab.wire.VerificationException;

/** The dialog that moves a ref. It is the same in every version of the protocol. */
public final class PushDialog {

  /** What stands for no object. */
  public static final String NONE = "0".repeat(Ref.ID);

  private final GitConnection connection;
  private final Greeting greeting;

  /** Greets the server. */
  public PushDialog(GitConnection connection) throws IOException {
    this.connection = connection;
    this.greeting = connection.greeting();
    if (!greeting.offers("report-status")) {
      throw new OperationFailedException("no report-status", "The server reports no status");
    }
  }

  /** The refs of the server. */
  public Refs refs() {
    return greeting.refs();
  }

  /** Ends without having pushed. */
  public void leave() throws IOException {
    connection.goodbye(new PktLines().flush().bytes());
  }

  /** The words by which a ref is moved, which stand before the pack. */
  public byte[] command(String ref, String from, String to) {
    StringBuilder capabilities = new StringBuilder();
    capabilities.append(
        greeting.offers("report-status-v2") ? " report-status-v2" : " report-status");
    for (String word : List.of("side-band-64k", "quiet")) {
      if (greeting.offers(word)) {
        capabilities.append(' ').append(word);
      }
    }
    if (greeting.offers("object-format")) {
      capabilities.append(" object-format=sha1");
    }
    capabilities.append(' ').append(Agent.CAPABILITY);
    return new PktLines().packet(from + " " + to + " " + ref + "\0" + capabilities).flush().bytes();
  }

  /**
   * Pushes.
   *
   * @param body a {@link #command} and a pack
   * @return why the server refuses that ref; empty if it has moved
   */
  public String push(Body body) throws IOException {
    PktReader in = connection.ask(body);
    List<String> report;
    if (greeting.offers("side-band-64k")) {
      ByteArrayOutputStream data = new ByteArrayOutputStream();
      SideBand.read(in, part -> add(data, part));
      report = lines(reader(data.toByteArray()));
    } else {
      report = lines(in);
    }
    connection.answered(in);
    connection.goodbye(new byte[0]);
    return judge(report);
  }

  private static void add(ByteArrayOutputStream data, ByteBuffer part) {
    byte[] bytes = new byte[part.remaining()];
    part.get(bytes);
    data.writeBytes(bytes);
  }

  private static PktReader reader(byte[] bytes) {
    List<ByteBuffer> once = new ArrayList<>();
    if (bytes.length > 0) {
      once.add(ByteBuffer.wrap(bytes));
    }
    return new PktReader(() -> once.isEmpty() ? null : once.removeFirst());
  }

  private static List<String> lines(PktReader in) throws IOException {
    List<String> lines = new ArrayList<>();
    int kind = in.next();
    for (; kind > PktReader.RESPONSE_END; kind = in.next()) {
      lines.add(in.line());
    }
    if (kind != PktReader.FLUSH) {
      throw in.unexpected(kind, "the end of the report");
    }
    return lines;
  }

  private static String judge(List<String> report) throws IOException {
    if (report.size() < 2 || !report.getFirst().startsWith("unpack ")) {
      throw new VerificationException("The server reports " + report);
    }
    if (!report.getFirst().equals("unpack ok")) {
      throw new OperationFailedException("unpack", "The server says: " + report.getFirst());
    }
    String line = report.get(1);
    if (line.startsWith("ok ")) {
      return "";
    }
    if (!line.startsWith("ng ")) {
      throw new VerificationException("The server reports " + report);
    }
    return line;
  }
}
