package org.packhouse.app.engine.git;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.packhouse.app.engine.git.PktLineReader.Kind;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.testing.TestingServer;

/**
 * A clone as real git asks for it, in the order and with the names that a test likes, and the
 * answer as it comes.
 *
 * @param options what git would say of what it can
 * @param wants in the order in which they are sent
 * @param client agent and session, which concern no response
 */
public record RawClone(
    ProtocolVersion protocol, List<String> options, List<String> wants, String client) {

  private static final int PACK_BAND = 1;
  private static final int ERROR_BAND = 3;
  private static final int RECEIVE_BUFFER = 64 * 1024;

  /** What {@code git clone --quiet} asks for. */
  static RawClone like(ProtocolVersion protocol, List<String> wants, String client) {
    List<String> options =
        protocol == ProtocolVersion.V2
            ? List.of("thin-pack", "no-progress", "ofs-delta", "sideband-all")
            : List.of("side-band-64k", "thin-pack", "no-progress", "ofs-delta");
    return new RawClone(protocol, options, wants, client);
  }

  /** The request. */
  byte[] request() {
    List<String> lines = new ArrayList<>();
    if (protocol == ProtocolVersion.V2) {
      lines.addAll(List.of("command=fetch", "agent=" + client, "session-id=" + client));
      lines.addAll(List.of("object-format=sha1", "0001"));
      lines.addAll(options);
      wants.forEach(want -> lines.add("want " + want));
      lines.addAll(List.of("done", "0000"));
    } else {
      String capabilities =
          " %s agent=%s session-id=%s".formatted(String.join(" ", options), client, client);
      wants.forEach(want -> lines.add("want " + want));
      lines.set(0, lines.getFirst() + capabilities);
      lines.addAll(List.of("0000", "done"));
    }
    return FetchKit.lines(lines.toArray(String[]::new));
  }

  /** Asks over HTTP, as the administrator; the response is to be closed, the connection with it. */
  InputStream ask(URI server, String repositoryPath) throws IOException {
    byte[] body = request();
    String credential = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    String head =
        "POST /scm/"
            + repositoryPath
            + ".git/git-upload-pack HTTP/1.0\r\nHost: localhost\r\nAuthorization: Basic "
            + Base64.getEncoder().encodeToString(credential.getBytes(StandardCharsets.UTF_8))
            + (protocol == ProtocolVersion.V2 ? "\r\nGit-Protocol: version=2" : "")
            + "\r\nContent-Type: application/x-git-upload-pack-request\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    Socket socket = new Socket();
    socket.setReceiveBufferSize(RECEIVE_BUFFER);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort()));
    OutputStream out = socket.getOutputStream();
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    out.write(body);
    InputStream in = new BufferedInputStream(socket.getInputStream(), 4096);
    StringBuilder answered = new StringBuilder();
    while (answered.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("The connection ended after \"" + answered + "\"");
      }
      answered.append((char) next);
    }
    if (!answered.toString().startsWith("HTTP/1.1 200")) {
      throw new IOException(answered.toString());
    }
    return in;
  }

  /**
   * Takes a response to its end.
   *
   * @return the pack
   * @throws IOException if there is none, or not all of it
   */
  public static byte[] pack(InputStream response) throws IOException {
    PktLineReader reader = new PktLineReader(response);
    ByteArrayOutputStream pack = new ByteArrayOutputStream();
    boolean begun = false;
    for (Kind kind = reader.next(); kind != Kind.FLUSH || !begun; kind = reader.next()) {
      if (kind == Kind.END) {
        throw new IOException("The response ended before its last packet");
      }
      byte[] payload = reader.payload();
      int band = payload.length == 0 ? 0 : payload[0];
      if (band == ERROR_BAND || reader.startsWith("ERR ")) {
        throw new IOException(reader.text());
      }
      begun |= reader.startsWith("\u0001PACK");
      if (begun && band == PACK_BAND) {
        pack.write(payload, 1, payload.length - 1);
      }
    }
    return pack.toByteArray();
  }
}
