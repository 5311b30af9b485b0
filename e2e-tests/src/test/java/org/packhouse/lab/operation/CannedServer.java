package org.packhouse.lab.operation;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.packhouse.lab.target.Endpoint;

/**
 * A server that answers each request of a connection with what it was told beforehand, byte for
 * byte, and closes the connection when it has nothing more to say.
 */
final class CannedServer implements AutoCloseable {

  private final ServerSocket listener;
  private final Queue<List<byte[]>> connections = new ConcurrentLinkedQueue<>();
  private final List<String> requests = new ArrayList<>();

  CannedServer() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::serve);
  }

  /** What the next connection is answered, request by request. */
  CannedServer then(byte[]... responses) {
    connections.add(List.of(responses));
    return this;
  }

  Endpoint endpoint() {
    URI base = URI.create("http://127.0.0.1:" + listener.getLocalPort());
    return new Endpoint(
        base, null, null, "/scm/lab/", new Endpoint.Credentials("ada", "a password"));
  }

  /** The heads of the requests so far. */
  synchronized List<String> requests() {
    return List.copyOf(requests);
  }

  private void serve() {
    while (!listener.isClosed()) {
      try (Socket client = listener.accept()) {
        converse(client, new ArrayDeque<>(connections.remove()));
      } catch (IOException gone) {
        // the next one may be better
      }
    }
  }

  private void converse(Socket client, Queue<byte[]> responses) throws IOException {
    InputStream in = new BufferedInputStream(client.getInputStream());
    OutputStream out = client.getOutputStream();
    while (!responses.isEmpty()) {
      readRequest(in);
      out.write(responses.remove());
      out.flush();
    }
    client.shutdownOutput();
    in.transferTo(OutputStream.nullOutputStream());
  }

  private void readRequest(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    int length = 0;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      head.append(line).append('\n');
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length: ")) {
        length = Integer.parseInt(line.substring("content-length: ".length()));
      }
    }
    in.readNBytes(length);
    synchronized (this) {
      requests.add(head.toString());
    }
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("The client hung up");
      }
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
